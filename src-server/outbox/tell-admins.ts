import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { Env } from '#server/kernel/env';
import { readSetting } from '#server/settings/read';
import { letter } from './letter.ts';
import { notify } from './notify.ts';
import { tell } from './tell.ts';
import { greeting, typed } from './typed.ts';

/** What administrators are told; `href` is the path of the screen where they see it, `label` what the link to it says. */
export type AdminNotice = {
  kind: string;
  title: string;
  text: string;
  href: string;
  label: string;
  at: Date;
};

/**
 * Tells every active administrator, by notification and by e-mail, in the commit of what it tells; nobody while the switch
 * is off. 'always' is what the bank must answer, whatever its settings.
 */
export async function tellAdmins(
  tx: Tx,
  env: Pick<Env, 'APP_ORIGIN'>,
  ifOn: 'notifyNewClients' | 'notifyCreditProposals' | 'notifyLatePayments' | 'always',
  { label, ...notice }: AdminNotice,
): Promise<void> {
  if (ifOn !== 'always' && !(await readSetting(tx, ifOn))) return;
  const { users } = tx.tables;
  const admins = await tx
    .select({ id: users.id, fullName: users.fullName, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true)))
    .orderBy(asc(users.id));
  for (const { id, fullName, email } of admins) {
    await notify(tx, { ...notice, userId: id });
    await tell(tx, {
      kind: notice.kind,
      recipient: email,
      subject: notice.title,
      ...letter([greeting(fullName), typed(notice.text)], {
        action: { label, url: `${env.APP_ORIGIN}${notice.href}` },
      }),
      at: notice.at,
    });
  }
}

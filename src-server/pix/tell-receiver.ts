import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { Bank } from '#server/context';
import { letter } from '#server/outbox/letter';
import { notify } from '#server/outbox/notify';
import { tell } from '#server/outbox/tell';

/** `title` is also the subject of the letter · `at`: the bank's moment. */
type Told = {
  userId: string;
  kind: 'pix_received' | 'pix_taken_back';
  title: string;
  text: string;
  at: Date;
};

/** Tells a customer by e-mail and notification what happened on the external account without their doing. */
export async function tellReceiver(tx: Tx, { env }: Bank, told: Told): Promise<void> {
  const { userId, kind, title, text, at } = told;
  const { users } = tx.tables;
  const [receiver] = await tx
    .select({ fullName: users.fullName, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (!receiver) throw new Error('money came in for nobody');
  await tell(tx, {
    kind,
    recipient: receiver.email,
    subject: title,
    ...letter([`Olá, ${receiver.fullName}.`, text], {
      action: { label: 'Ver o PIX', url: `${env.APP_ORIGIN}/client/pix` },
    }),
    at,
  });
  await notify(tx, { userId, kind, title, text, href: '/client/pix', at });
}

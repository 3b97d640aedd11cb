import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { Bank } from '#server/context';
import { letter } from '#server/outbox/letter';
import { notify } from '#server/outbox/notify';
import { tell } from '#server/outbox/tell';
import { tellAdmins } from '#server/outbox/tell-admins';

/**
 * `title` is also the subject of the letter · `href` is the path of the screen where it is seen, `label` what the link to
 * it says · `at`: the bank's moment.
 */
type Told = {
  userId: string;
  kind: 'pix_received' | 'pix_taken_back' | 'payment_failed';
  title: string;
  text: string;
  href: string;
  label: string;
  at: Date;
};

/**
 * Tells a customer by e-mail and notification what happened to their money without their doing. Who has closed the relation
 * has no address and signs in no more: then administrators are told, as somebody must bring the money to its owner.
 */
export async function tellCustomer(tx: Tx, { env }: Pick<Bank, 'env'>, told: Told): Promise<void> {
  const { userId, kind, title, text, href, label, at } = told;
  const { users } = tx.tables;
  const [customer] = await tx.select().from(users).where(eq(users.id, userId));
  if (!customer) throw new Error('nobody is to be told of money');
  const { fullName, username, email, closedAt } = customer;
  if (closedAt !== null) {
    await tellAdmins(tx, env, 'always', {
      kind: 'closed_customer',
      title: `Cadastro encerrado: ${title}`,
      text: `${fullName} encerrou a conta e não recebe avisos. O que lhe diria: ${text}`,
      href: `/admin/users?q=${encodeURIComponent(username)}`,
      label: 'Ver o cadastro',
      at,
    });
    return;
  }
  await tell(tx, {
    kind,
    recipient: email,
    subject: title,
    ...letter([`Olá, ${fullName}.`, text], { action: { label, url: `${env.APP_ORIGIN}${href}` } }),
    at,
  });
  await notify(tx, { userId, kind, title, text, href, at });
}

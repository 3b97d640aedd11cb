import { eq } from 'drizzle-orm';
import type { Bank } from '#server/kernel/context';
import { letter } from '#server/outbox/letter';
import { notify } from '#server/outbox/notify';
import { tell } from '#server/outbox/tell';
import { tellAdmins } from '#server/outbox/tell-admins';
import { tellReceived } from '#server/outbox/tell-received';
import { greeting } from '#server/outbox/typed';
import type { Tx } from '../../db/db.ts';

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
  /** Of money that anybody could send: small sums are gathered. */
  receivedCents?: number;
};

/**
 * Tells a customer by e-mail and notification what happened to their money without their doing. Who has closed the relation
 * has no address and signs in no more: then administrators are told, as somebody must bring the money to its owner.
 */
export async function tellCustomer(tx: Tx, bank: Pick<Bank, 'env' | 'clock'>, told: Told): Promise<void> {
  const { userId, kind, title, text, href, label, at, receivedCents } = told;
  const { env } = bank;
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
  const mail = {
    kind,
    recipient: email,
    subject: title,
    ...letter([greeting(fullName), text], { action: { label, url: `${env.APP_ORIGIN}${href}` } }),
    at,
  };
  if (receivedCents === undefined) await tell(tx, mail);
  else await tellReceived(tx, bank, { userId, amountCents: receivedCents }, mail);
  await notify(tx, { userId, kind, title, text, href, at });
}

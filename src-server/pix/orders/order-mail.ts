import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { formatBrl } from '#domain/money';
import type { OrderKind } from '#domain/pix/words';
import type { Bank } from '#server/context';
import { letter } from '#server/outbox/letter';
import { notify } from '#server/outbox/notify';
import { tell } from '#server/outbox/tell';
import type { OrderRow } from './order-row.ts';

/** What an order is called, and where in the application its owner finds it. */
const NAMES: Record<OrderKind, { name: string; isDone: string; href: string }> = {
  pix: { name: 'PIX', isDone: 'PIX enviado', href: '/client/pix' },
  boleto: { name: 'Pagamento de boleto', isDone: 'Boleto pago', href: '/client/transfers?aba=boleto' },
  move_in: {
    name: 'Transferência para a conta externa',
    isDone: 'Transferência concluída',
    href: '/client/pix',
  },
  move_out: {
    name: 'Transferência para a conta corrente',
    isDone: 'Transferência concluída',
    href: '/client/dashboard',
  },
};

const payeeOf = ({ payeeName }: OrderRow): string => (payeeName ? ` para ${payeeName}` : '');

/** Tells the owner by e-mail and by notification that the money did not go, or has come back, and why. */
export async function tellGivenBack(
  tx: Tx,
  bank: Bank,
  order: OrderRow,
  { reason, wasDone }: { reason: string; wasDone: boolean },
): Promise<void> {
  const { users } = tx.tables;
  const [owner] = await tx
    .select({ fullName: users.fullName, email: users.email })
    .from(users)
    .where(eq(users.id, order.userId));
  if (!owner) throw new Error('an order without its owner');
  const { name, href } = NAMES[order.kind];
  const amount = formatBrl(order.amountCents);
  const title = `${name} ${wasDone ? 'devolvido' : 'não concluído'}: ${amount} de volta`;
  const what = `${name} de ${amount}${payeeOf(order)} ${wasDone ? 'foi devolvido' : 'não foi concluído'}.`;
  const text = `${what} O dinheiro voltou para a sua conta. Motivo: ${reason}`;
  const at = bank.clock.now();
  const kind = 'payment_failed';
  await tell(tx, {
    kind,
    recipient: owner.email,
    subject: title,
    ...letter([`Olá, ${owner.fullName}.`, text], {
      action: { label: 'Ver o extrato', url: `${bank.env.APP_ORIGIN}/client/statement` },
    }),
    at,
  });
  await notify(tx, { userId: order.userId, kind, title, text, href, at });
}

/** Tells the owner, who was told that it is on its way, that it has arrived. */
export async function tellDone(tx: Tx, bank: Bank, order: OrderRow): Promise<void> {
  const { isDone, name, href } = NAMES[order.kind];
  const amount = formatBrl(order.amountCents);
  await notify(tx, {
    userId: order.userId,
    kind: 'payment_done',
    title: `${isDone}: ${amount}`,
    text: `${name} de ${amount}${payeeOf(order)} foi concluído.`,
    href,
    at: bank.clock.now(),
  });
}

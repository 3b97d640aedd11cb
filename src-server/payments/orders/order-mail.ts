import { formatBrl } from '#domain/money';
import type { OrderKind } from '#domain/pix/words';
import type { Bank } from '#server/kernel/context';
import { notify } from '#server/outbox/notify';
import { typed } from '#server/outbox/typed';
import type { Tx } from '../../../db/db.ts';
import { tellCustomer } from '../tell-customer.ts';
import type { OrderRow } from './order-row.ts';

/** Each account's own statement: the one at the provider opens over the PIX screen. */
const STATEMENTS = { checking: '/client/statement', external: '/client/pix?ver=extrato' };

/**
 * What an order is called, with the ending of the participles that go with it, where its owner finds it when it is done,
 * and the statement of the account that its money left and comes back to.
 */
const NAMES: Record<
  OrderKind,
  { name: string; ending: 'o' | 'a'; isDone: string; href: string; statement: string }
> = {
  pix: {
    name: 'PIX',
    ending: 'o',
    isDone: 'PIX enviado',
    href: STATEMENTS.external,
    statement: STATEMENTS.external,
  },
  boleto: {
    name: 'Pagamento de boleto',
    ending: 'o',
    isDone: 'Boleto pago',
    href: '/client/transfers?aba=boleto',
    statement: STATEMENTS.checking,
  },
  move_in: {
    name: 'Transferência para a conta externa',
    ending: 'a',
    isDone: 'Transferência concluída',
    href: STATEMENTS.external,
    statement: STATEMENTS.checking,
  },
  move_out: {
    name: 'Transferência para a conta corrente',
    ending: 'a',
    isDone: 'Transferência concluída',
    href: STATEMENTS.checking,
    statement: STATEMENTS.external,
  },
};

const payeeOf = ({ payeeName }: OrderRow): string => (payeeName ? ` para ${typed(payeeName)}` : '');

/** Tells the owner by e-mail and by notification that the money did not go, or has come back, and why. */
export async function tellGivenBack(
  tx: Tx,
  bank: Bank,
  order: OrderRow,
  { reason, wasDone }: { reason: string; wasDone: boolean },
): Promise<void> {
  const { name, ending, statement } = NAMES[order.kind];
  const amount = formatBrl(order.amountCents);
  const fate = wasDone ? `devolvid${ending}` : `não concluíd${ending}`;
  const title = `${name} ${fate}: ${amount} de volta`;
  const what = `${name} de ${amount}${payeeOf(order)} ${wasDone ? `foi devolvid${ending}` : `não foi concluíd${ending}`}.`;
  await tellCustomer(tx, bank, {
    userId: order.userId,
    kind: 'payment_failed',
    title,
    text: `${what} O dinheiro voltou para a sua conta. Motivo: ${reason}`,
    href: statement,
    label: 'Ver o extrato',
    at: bank.clock.now(),
  });
}

/** Tells the owner, who was told that it is on its way, that it has arrived. */
export async function tellDone(tx: Tx, bank: Bank, order: OrderRow): Promise<void> {
  const { isDone, name, ending, href } = NAMES[order.kind];
  const amount = formatBrl(order.amountCents);
  await notify(tx, {
    userId: order.userId,
    kind: 'payment_done',
    title: `${isDone}: ${amount}`,
    text: `${name} de ${amount}${payeeOf(order)} foi concluíd${ending}.`,
    href,
    at: bank.clock.now(),
  });
}

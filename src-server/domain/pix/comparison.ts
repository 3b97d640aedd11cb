import { formatBrl } from '#domain/money';
import { meaningOf } from './order.ts';
import { ORDER_STATUS_LABELS, type OrderStatus } from './words.ts';

/** What is compared: with the provider, and (the last two) with the ledger alone; in the words that administrators read. */
export const PROVIDER_CHECKS = {
  orders: 'Cada pedido tem um único pagamento no provedor, de mesmo valor e situação',
  unknown: 'Nenhum pagamento no provedor sem pedido no banco',
  incoming: 'Cada recebimento do provedor está lançado, de mesmo valor',
  balances: 'Saldo de cada conta externa é o do provedor',
  clearing: 'Valores em trânsito somam os pedidos abertos',
  books: 'Cada pedido e cada recebimento está no livro-razão, de mesmo valor e situação',
} as const;
export type ProviderCheck = keyof typeof PROVIDER_CHECKS;

/** Something that does not agree: what was compared, whose or which one it is, and in what it differs (Portuguese). */
export type Difference = { check: string; about: string; text: string };

/** Something that a reconciliation has put right: what, and how (Portuguese). */
export type Repair = Omit<Difference, 'check'>;

/** An order as the bank has it, and what the provider has under its reference. */
export type OrderAtBank = { transactionId: string; status: OrderStatus; amountCents: number };
export type ObjectAtProvider = {
  id: string;
  status: string;
  amountCents: number;
  externalReference: string | null;
};

const MEANING_LABELS = { processing: 'em processamento', done: 'concluído', failed: 'não concluído' };

/** What the provider must say of an order that is over; open orders may be anything until they are looked up. */
const EXPECTED: Partial<Record<OrderStatus, 'done' | 'failed'>> = {
  done: 'done',
  failed: 'failed',
  returned: 'failed',
};

/**
 * In what an order differs from the provider's objects of its reference: more than one, none for one that went, another
 * amount, or another end. An open one differs when the provider is done with it, or has another amount.
 */
export function orderDifferences(order: OrderAtBank, objects: readonly ObjectAtProvider[]): Difference[] {
  const texts: string[] = [];
  const expected = EXPECTED[order.status] ?? null;
  const label = ORDER_STATUS_LABELS[order.status].toLowerCase();
  if (objects.length > 1) texts.push(`Há ${objects.length} pagamentos no provedor para um só pedido`);
  if (objects.length === 0 && (expected === 'done' || order.status === 'processing'))
    texts.push(`No banco: ${label}; no provedor não existe`);
  for (const { id, status, amountCents } of objects) {
    const meaning = meaningOf(status);
    if (amountCents !== order.amountCents)
      texts.push(
        `Valor no banco: ${formatBrl(order.amountCents)}; no provedor (${id}): ${formatBrl(amountCents)}`,
      );
    const differs = expected === null ? meaning !== 'processing' : meaning !== expected;
    if (differs) texts.push(`No banco: ${label}; no provedor (${id}): ${MEANING_LABELS[meaning]}`);
  }
  const about = `Pedido ${order.transactionId}`;
  return texts.map((text) => ({ check: PROVIDER_CHECKS.orders, about, text }));
}

/** An order that the bank believed open or over, and the provider has told the end of. */
export const orderRepair = (transactionId: string, before: OrderStatus, after: OrderStatus): Repair => ({
  about: `Pedido ${transactionId}`,
  text: `Estava ${ORDER_STATUS_LABELS[before].toLowerCase()}; o provedor disse o desfecho: ${ORDER_STATUS_LABELS[after].toLowerCase()}`,
});

/** Money that came in, or went back to whoever paid it, unheard of until now. */
export const incomingRepair = (
  payment: { id: string; amountCents: number },
  what: 'booked' | 'takenBack',
): Repair => ({
  about: `Recebimento ${payment.id}`,
  text: `${formatBrl(payment.amountCents)} ${what === 'booked' ? 'entraram sem aviso: lançados agora' : 'voltaram a quem pagou: estornados agora'}`,
});

/** An object at the provider that no order of the bank asked for. */
export const unknownObject = ({ id, amountCents, externalReference }: ObjectAtProvider): Difference => ({
  check: PROVIDER_CHECKS.unknown,
  about: `Pagamento ${id}`,
  text: `${formatBrl(amountCents)} no provedor, sem pedido no banco (referência: ${externalReference ?? 'nenhuma'})`,
});

/**
 * Money that came in: booked with another amount, booked and not there, or given back on one side alone. Null when both sides
 * agree.
 */
export function incomingDifference(
  booked: { providerId: string; amountCents: number; isTakenBack: boolean },
  atProvider: { amountCents: number; status: string } | null,
): Difference | null {
  const about = `Recebimento ${booked.providerId}`;
  const said = (text: string) => ({ check: PROVIDER_CHECKS.incoming, about, text });
  const own = formatBrl(booked.amountCents);
  if (!atProvider) return said(`${own} lançados no banco; no provedor não existe`);
  if (atProvider.amountCents !== booked.amountCents)
    return said(`Valor no banco: ${own}; no provedor: ${formatBrl(atProvider.amountCents)}`);
  if (booked.isTakenBack ? isRefunded(atProvider.status) : isReceived(atProvider.status)) return null;
  const here = booked.isTakenBack ? 'devolvidos' : 'lançados';
  return said(`${own} ${here} no banco; no provedor a situação é ${atProvider.status}`);
}

/** Money that the provider has received and the bank could not book. */
export const notBooked = (payment: { id: string; amountCents: number }): Difference => ({
  check: PROVIDER_CHECKS.incoming,
  about: `Recebimento ${payment.id}`,
  text: `${formatBrl(payment.amountCents)} no provedor, sem lançamento no banco`,
});

/** Whether a payment's money is in the account: one that is only confirmed may still be held back for days. */
export const isReceived = (status: string): boolean => status === 'RECEIVED' || status === 'RECEIVED_IN_CASH';

/** Whether all of a payment's money went back to whoever paid it. */
export const isRefunded = (status: string): boolean => status === 'REFUNDED';

/** Money on its way out of an external account (already out of the bank's books), and into it (not yet in them). */
export type InFlight = { outCents: number; inCents: number };

/**
 * Whether the ledger's balance of an external account agrees with the provider's. What is in flight may have taken effect
 * there or not, so that the provider may have up to so much more; with nothing in flight both are equal.
 */
export function balanceDifference(
  accountNumber: string,
  ledgerCents: number,
  providerCents: number,
  { outCents, inCents }: InFlight,
): Difference | null {
  const surplus = providerCents - ledgerCents;
  if (surplus >= 0 && surplus <= outCents + inCents) return null;
  const inFlight = outCents + inCents > 0 ? `; em trânsito: ${formatBrl(outCents + inCents)}` : '';
  return {
    check: PROVIDER_CHECKS.balances,
    about: `Conta ${accountNumber}`,
    text: `Saldo no banco: ${formatBrl(ledgerCents)}; no provedor: ${formatBrl(providerCents)}${inFlight}`,
  };
}

/** Whether what is in flight is exactly what the open orders have reserved. */
export const clearingDifference = (clearingCents: number, openCents: number): Difference | null =>
  clearingCents === openCents
    ? null
    : {
        check: PROVIDER_CHECKS.clearing,
        about: 'Conta de valores em trânsito',
        text: `Saldo: ${formatBrl(clearingCents)}; pedidos abertos: ${formatBrl(openCents)}`,
      };

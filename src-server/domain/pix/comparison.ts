import { formatDay } from '#domain/date';
import { formatBrl } from '#domain/money';
import { meaningOf } from './order.ts';
import { ORDER_STATUS_LABELS, type OrderStatus } from './words.ts';

/** The last two compare with the ledger alone. */
export const PROVIDER_CHECKS = {
  orders: 'Cada pedido tem um único pagamento no provedor, de mesmo valor e situação',
  unknown: 'Nenhum pagamento no provedor sem pedido no banco',
  incoming: 'Cada recebimento do provedor está lançado, de mesmo valor',
  balances: 'Saldo de cada conta externa é o do provedor',
  clearing: 'Valores em trânsito somam os pedidos abertos',
  books: 'Cada pedido e cada recebimento está no livro-razão, de mesmo valor e situação',
} as const;
export type ProviderCheck = keyof typeof PROVIDER_CHECKS;

export type Difference = { check: string; about: string; text: string };

export type Repair = Omit<Difference, 'check'>;

/** `cameBackCents`: given back by its receiver, as money of its own. `isHeldBack`: by the provider, and held because its owner has closed. */
export type OrderAtBank = {
  transactionId: string;
  status: OrderStatus;
  amountCents: number;
  cameBackCents?: number;
  isHeldBack?: boolean;
};
export type ObjectAtProvider = {
  id: string;
  status: string;
  amountCents: number;
  externalReference: string | null;
};

const MEANING_LABELS = { processing: 'em processamento', done: 'concluído', failed: 'não concluído' };

/** Final states must match; open orders may have any state. */
const EXPECTED: Partial<Record<OrderStatus, 'done' | 'failed'>> = {
  done: 'done',
  failed: 'failed',
  returned: 'failed',
};

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
    const mayHaveComeBack = order.isHeldBack ? meaning === 'failed' : isRefunded(status);
    const cameBack = mayHaveComeBack && order.status === 'done' && order.cameBackCents === amountCents;
    const differs = expected === null ? meaning !== 'processing' : meaning !== expected && !cameBack;
    if (differs) texts.push(`No banco: ${label}; no provedor (${id}): ${MEANING_LABELS[meaning]}`);
  }
  const about = `Pedido ${order.transactionId}`;
  return texts.map((text) => ({ check: PROVIDER_CHECKS.orders, about, text }));
}

export const orderRepair = (transactionId: string, before: OrderStatus, after: OrderStatus): Repair => ({
  about: `Pedido ${transactionId}`,
  text: `Estava ${ORDER_STATUS_LABELS[before].toLowerCase()}; o provedor disse o desfecho: ${ORDER_STATUS_LABELS[after].toLowerCase()}`,
});

/** Incoming money or a refund the bank had missed. */
export const incomingRepair = (
  payment: { id: string; amountCents: number },
  what: 'booked' | 'takenBack',
): Repair => ({
  about: `Recebimento ${payment.id}`,
  text: `${formatBrl(payment.amountCents)} ${what === 'booked' ? 'entraram sem aviso: lançados agora' : 'voltaram a quem pagou: estornados agora'}`,
});

export const unknownObject = ({ id, amountCents, externalReference }: ObjectAtProvider): Difference => ({
  check: PROVIDER_CHECKS.unknown,
  about: `Pagamento ${id}`,
  text: `${formatBrl(amountCents)} no provedor, sem pedido no banco (referência: ${externalReference ?? 'nenhuma'})`,
});

/** `isTakenBack`: as a whole. `returnedCents`: given back by its receiver; `returningCents`: on its way. */
export type BookedIncoming = {
  providerId: string;
  amountCents: number;
  isTakenBack: boolean;
  returnedCents: number;
  returningCents: number;
};

/** Null if both sides agree. */
export function incomingDifference(
  booked: BookedIncoming,
  atProvider: { amountCents: number; status: string; refundedCents: number } | null,
): Difference | null {
  const about = `Recebimento ${booked.providerId}`;
  const said = (text: string) => ({ check: PROVIDER_CHECKS.incoming, about, text });
  const own = formatBrl(booked.amountCents);
  if (!atProvider) return said(`${own} lançados no banco; no provedor não existe`);
  if (atProvider.amountCents !== booked.amountCents)
    return said(`Valor no banco: ${own}; no provedor: ${formatBrl(atProvider.amountCents)}`);
  const { isTakenBack, returnedCents, returningCents } = booked;
  const { refundedCents, status } = atProvider;
  if (returnedCents + returningCents > 0 || (refundedCents > 0 && !isTakenBack && !isRefunded(status))) {
    if (returnedCents <= refundedCents && refundedCents <= returnedCents + returningCents) return null;
    const here = formatBrl(returnedCents + returningCents);
    return said(`Devoluções no banco: ${here}; no provedor: ${formatBrl(refundedCents)}`);
  }
  if (isTakenBack ? isRefunded(status) : isReceived(status)) return null;
  const here = isTakenBack ? 'devolvidos' : 'lançados';
  return said(`${own} ${here} no banco; no provedor a situação é ${status}`);
}

/** What is given back of an incoming payment, and is under way for more than a day. */
export const slowReturn = (providerId: string, amountCents: number): Difference => ({
  check: PROVIDER_CHECKS.incoming,
  about: `Recebimento ${providerId}`,
  text: `A devolução de ${formatBrl(amountCents)} está em andamento há mais de um dia: confira-a no provedor`,
});

export const notBooked = (payment: { id: string; amountCents: number }): Difference => ({
  check: PROVIDER_CHECKS.incoming,
  about: `Recebimento ${payment.id}`,
  text: `${formatBrl(payment.amountCents)} no provedor, sem lançamento no banco`,
});

const ROOT = 'Conta do banco no provedor';

/** Payments of the bank's own account before this day. */
export const notComparedBefore = (check: ProviderCheck, day: string): Difference => ({
  check: PROVIDER_CHECKS[check],
  about: ROOT,
  text: `Os pagamentos feitos antes de ${formatDay(day)} não foram comparados: a lista do provedor pede mais consultas do que o banco lhe faz de uma vez`,
});

/** A difference rather than something unverified, which would make all later comparisons go further back. */
export const notCompared = (check: ProviderCheck, userId: string | null, maxCalls: number): Difference => ({
  check: PROVIDER_CHECKS[check],
  about: userId === null ? ROOT : `Pessoa ${userId}`,
  text: `A conta no provedor pede mais de ${maxCalls} consultas e não foi comparada até o fim`,
});

/** A difference for the same reason: a customer can use up all calls of the own account. `status`: of the refusal; null: an answer that makes no sense. */
export const notAnswered = (check: ProviderCheck, userId: string, status: number | null): Difference => ({
  check: PROVIDER_CHECKS[check],
  about: `Pessoa ${userId}`,
  text: `${whyNotAnswered(status)} e não foi comparada até o fim`,
});

function whyNotAnswered(status: number | null): string {
  if (status === null) return 'A conta teve do provedor uma resposta que o banco não entende';
  if (status === 429) return 'A conta usou todas as suas consultas ao provedor';
  return `A conta teve uma consulta recusada pelo provedor (${status})`;
}

/** A difference for the same reason. */
export const unreadableKey = (check: ProviderCheck, userId: string): Difference => ({
  check: PROVIDER_CHECKS[check],
  about: `Pessoa ${userId}`,
  text: 'O banco não consegue decifrar a chave da conta no provedor, que não foi comparada',
});

/** CONFIRMED is not received: such payments may be held for days. */
export const isReceived = (status: string): boolean => status === 'RECEIVED' || status === 'RECEIVED_IN_CASH';

export const isRefunded = (status: string): boolean => status === 'REFUNDED';

/** `outCents`: booked here, not yet paid by the provider; `inCents`: received there, not yet booked here. */
export type InFlight = { outCents: number; inCents: number };

/** The provider's balance may exceed the ledger's by the money in flight. Null if they agree. */
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

export const clearingDifference = (clearingCents: number, openCents: number): Difference | null =>
  clearingCents === openCents
    ? null
    : {
        check: PROVIDER_CHECKS.clearing,
        about: 'Conta de valores em trânsito',
        text: `Saldo: ${formatBrl(clearingCents)}; pedidos abertos: ${formatBrl(openCents)}`,
      };

export const heldDifference = (heldCents: number, openCents: number): Difference | null =>
  heldCents === openCents
    ? null
    : {
        check: PROVIDER_CHECKS.books,
        about: 'Conta de PIX retidos',
        text: `Saldo: ${formatBrl(heldCents)}; PIX retidos: ${formatBrl(openCents)}`,
      };

export const waitingDifference = (heldCents: number, waitingCents: number): Difference | null =>
  heldCents === waitingCents
    ? null
    : {
        check: PROVIDER_CHECKS.books,
        about: 'Contas de valores reservados',
        text: `Saldo: ${formatBrl(heldCents)}; pagamentos reservados: ${formatBrl(waitingCents)}`,
      };

import { type OrderKind, type OrderStatus, PAID_BY_BANK } from './words.ts';

/** `txid`: of the code that was paid. */
export type AtProvider = {
  /** Null: the provider gives it none (a refund). */
  providerId: string | null;
  txid?: string | null;
  amountCents: number;
  endToEndId: string | null;
  payee: { name: string; document: string | null } | null;
};

/** `failed`: never executed, or executed and then given back (the provider's REFUNDED). */
export type ProviderState =
  | { kind: 'processing' | 'done'; at: AtProvider }
  | { kind: 'failed'; at: AtProvider | null; reason: string };

/** Whether the provider's order is this one: same amount and, if known, same id and code. True when there is nothing to compare. */
export const isThisOrder = (
  order: { amountCents: number; providerId: string | null; txid?: string | null },
  at: AtProvider | null,
): boolean =>
  at === null ||
  (at.amountCents === order.amountCents &&
    (order.providerId ?? at.providerId) === at.providerId &&
    (!order.txid || !at.txid || order.txid === at.txid));

/** `conflict`: the bank refunded an order that the provider executes, or the provider's order differs; a person must look. */
export type OrderStep = 'nothing' | 'wait' | 'settle' | 'fail' | 'return' | 'conflict';

type Kind = ProviderState['kind'];
const OPEN: Record<Kind, OrderStep> = { processing: 'wait', done: 'settle', failed: 'fail' };
const STEPS: Record<OrderStatus, Record<Kind, OrderStep>> = {
  reserved: OPEN,
  sending: OPEN,
  processing: OPEN,
  // `processing`: an answer sent before completion arrives late.
  done: { processing: 'nothing', done: 'nothing', failed: 'return' },
  failed: { processing: 'conflict', done: 'conflict', failed: 'nothing' },
  // Answers sent before the return arrive late, and change nothing.
  returned: { processing: 'nothing', done: 'nothing', failed: 'nothing' },
};

/** Provider answers may come in any order. */
export const nextStep = (status: OrderStatus, provider: Pick<ProviderState, 'kind'>): OrderStep =>
  STEPS[status][provider.kind];

/**
 * An order whose outcome is unknown is sent again only after `graceSeconds`, if the provider does not have it: until then
 * the call may take effect. `tries`: sends at most; `giveUpSeconds`: an order not sent by then is refunded.
 */
export const SENDING = { tries: 5, graceSeconds: 60, giveUpSeconds: 30 * 60 };

/** For how long the provider refuses another transfer of the same value to the same receiver (409). Source: its FAQ on transfers. */
export const EQUAL_SECONDS = 15 * 60;

const PAUSE = { least: 2, most: 15 * 60 };

/** Pause before the next look-up or send: half of `ageSeconds`, between 2 s and 15 min. */
export function pauseSeconds(ageSeconds: number): number {
  return Math.min(PAUSE.most, Math.max(PAUSE.least, Math.floor(ageSeconds / 2)));
}

const PAUSE_AT_PROVIDER = { least: 60, most: 6 * 3600 };

/** Of an order that the provider has, whose end an event tells: between a minute and 6 hours, so that many open ones take few calls. */
export function pauseAtProviderSeconds(ageSeconds: number): number {
  const { least, most } = PAUSE_AT_PROVIDER;
  return Math.min(most, Math.max(least, Math.floor(ageSeconds / 2)));
}

const PAUSE_WITH_BANKS_KEY = { least: 15 * 60, most: 6 * 3600 };

/** As `pauseAtProviderSeconds`, with the bank's own key, whose calls all customers share: four times in the first 12 hours. */
export function pauseWithBanksKeySeconds(ageSeconds: number): number {
  const { least, most } = PAUSE_WITH_BANKS_KEY;
  return Math.min(most, Math.max(least, Math.floor(ageSeconds * 2)));
}

/** Of a sent order. No event tells the end of a paid code (`payload`), nor that it came back. */
export function pauseOfOpenSeconds(
  { kind, status, payload }: { kind: OrderKind; status: OrderStatus; payload: string | null },
  ageSeconds: number,
): number {
  if (status !== 'processing' || payload !== null) return pauseSeconds(ageSeconds);
  return PAID_BY_BANK.includes(kind)
    ? pauseWithBanksKeySeconds(ageSeconds)
    : pauseAtProviderSeconds(ageSeconds);
}

/** Provider statuses of transfers, bill payments and paid codes (API v3); unknown ones count as processing. */
const MEANINGS: Record<string, Kind> = {
  DONE: 'done',
  PAID: 'done',
  CANCELLED: 'failed',
  FAILED: 'failed',
  REFUSED: 'failed',
  REFUNDED: 'failed',
};

export const meaningOf = (providerStatus: string): Kind =>
  (Object.hasOwn(MEANINGS, providerStatus) && MEANINGS[providerStatus]) || 'processing';

export type OrderOutcome = 'processing' | 'done' | 'failed';

const OUTCOMES: Record<OrderStatus, OrderOutcome> = {
  reserved: 'processing',
  sending: 'processing',
  processing: 'processing',
  done: 'done',
  failed: 'failed',
  returned: 'failed',
};
export const outcomeOf = (status: OrderStatus): OrderOutcome => OUTCOMES[status];

export const FAIL_REASONS = {
  refused: 'O provedor de pagamentos recusou a operação',
  notSent: 'O provedor de pagamentos não respondeu a tempo, e nada foi enviado',
  frozen: 'A conta foi bloqueada antes do envio',
  stopped: 'A conta foi congelada ou bloqueada antes do envio',
  identical:
    'Uma operação igual, de mesmo valor e destino, foi feita há menos de 15 minutos. Aguarde para repeti-la',
  failed: 'O provedor de pagamentos não concluiu a operação',
};

import type { OrderStatus } from './words.ts';

/** An order as the provider has it; the payee as its bank names them, where the provider says so. */
export type AtProvider = {
  providerId: string;
  amountCents: number;
  endToEndId: string | null;
  payee: { name: string; document: string | null } | null;
};

/**
 * What the provider has made of an order, as asked of it just now. `processing`: it has it · `done`: the money is there ·
 * `failed`: it did not go, or the provider has given it back (of one that was done: returned).
 */
export type ProviderState =
  | { kind: 'processing' | 'done'; at: AtProvider }
  | { kind: 'failed'; at: AtProvider | null; reason: string };

/** Whether what the provider has can be this order: the same amount, and no other than was found before. */
export const isThisOrder = (
  order: { amountCents: number; providerId: string | null },
  at: AtProvider | null,
): boolean =>
  at === null ||
  (at.amountCents === order.amountCents && (order.providerId ?? at.providerId) === at.providerId);

/** What is to be done about an order. `conflict`: the bank gave the money back, and the provider says that it went. */
export type OrderStep = 'nothing' | 'wait' | 'settle' | 'fail' | 'return' | 'conflict';

type Kind = ProviderState['kind'];
const OPEN: Record<Kind, OrderStep> = { processing: 'wait', done: 'settle', failed: 'fail' };
const STEPS: Record<OrderStatus, Record<Kind, OrderStep>> = {
  reserved: OPEN,
  sending: OPEN,
  processing: OPEN,
  // An answer from before the end may come after it.
  done: { processing: 'nothing', done: 'nothing', failed: 'return' },
  failed: { processing: 'conflict', done: 'conflict', failed: 'nothing' },
  // It was done once, and news of that may be late.
  returned: { processing: 'nothing', done: 'nothing', failed: 'nothing' },
};

/** What follows for an order in this state from what the provider says of it, in whatever order its answers come. */
export const nextStep = (status: OrderStatus, provider: Pick<ProviderState, 'kind'>): OrderStep =>
  STEPS[status][provider.kind];

/**
 * How often an order is sent at most: again only when the provider, asked after the grace, does not have it.
 * `graceSeconds`: how long a call whose outcome is unknown may still take effect, many times its time-out. `giveUpSeconds`:
 * what could not be handed over for so long is not sent any more, because nobody expects a payment of this morning tonight.
 */
export const SENDING = { tries: 5, graceSeconds: 60, giveUpSeconds: 30 * 60 };

const PAUSE = { least: 2, most: 15 * 60 };

/** How long to wait, in seconds, before looking again at an order that is so old: half its age, from 2 s to 15 minutes. */
export function pauseSeconds(ageSeconds: number): number {
  return Math.min(PAUSE.most, Math.max(PAUSE.least, Math.floor(ageSeconds / 2)));
}

/** The words of a transfer's and of a bill's status (Asaas API v3), and what they mean; a word that is not here is waited for. */
const MEANINGS: Record<string, Kind> = {
  DONE: 'done',
  PAID: 'done',
  CANCELLED: 'failed',
  FAILED: 'failed',
  REFUNDED: 'failed',
};

/** What a status of the provider means for an order. */
export const meaningOf = (providerStatus: string): Kind =>
  (Object.hasOwn(MEANINGS, providerStatus) && MEANINGS[providerStatus]) || 'processing';

/** What an order's owner is told of it: it is on its way, it arrived, or the money is (again) theirs. */
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

/** Why money came back, where the provider gives no reason of its own. */
export const FAIL_REASONS = {
  refused: 'O provedor de pagamentos recusou a operação',
  notSent: 'O provedor de pagamentos não respondeu a tempo, e nada foi enviado',
  frozen: 'A conta foi bloqueada antes do envio',
  identical:
    'Uma operação igual, de mesmo valor e destino, foi feita há menos de 15 minutos. Aguarde para repeti-la',
  failed: 'O provedor de pagamentos não concluiu a operação',
};

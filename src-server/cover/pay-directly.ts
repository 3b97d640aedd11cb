import type { Payment } from '#domain/cover/input';
import type { CoveredKind } from '#domain/cover/words';
import { transfer } from '#server/account/transfer';
import { payInstalments } from '#server/credit/pay-instalment';
import { invest } from '#server/investment/invest';
import type { SignedInContext } from '#server/kernel/context';
import { payBoleto } from '#server/payments/boleto-pay';
import { transfer as sendPix } from '#server/payments/transfer';

const PAY = {
  transfer,
  boleto: payBoleto,
  pix: sendPix,
  investment: invest,
  instalments: payInstalments,
};

export type Answers = { [Kind in CoveredKind]: Awaited<ReturnType<(typeof PAY)[Kind]>> };
export type Answer = Answers[CoveredKind];

/** The payment's own use case, once per key. Refuses what it refuses. */
export function payDirectly(ctx: SignedInContext, { kind, input }: Payment, key: string): Promise<Answer> {
  const pay = PAY[kind] as (ctx: SignedInContext, input: unknown) => Promise<Answer>;
  return pay(ctx, { ...input, idempotencyKey: key });
}

/**
 * A boleto or PIX is an order, which may conclude later; the other payments are done when they are answered. One that can be undone is
 * done with its reservation: if it is undone, the cover stays with the rest in the paying account.
 */
export function orderOf(kind: CoveredKind, answer: Answer): Answers['boleto' | 'pix'] | null {
  const order = kind === 'boleto' || kind === 'pix' ? (answer as Answers['boleto' | 'pix']) : null;
  return order?.status === 'held' ? null : order;
}

import { and, eq } from 'drizzle-orm';
import type { BoletoPayInput } from '#domain/account/boleto-input';
import type { TransferInput } from '#domain/account/transfer';
import { secondsAfter, secondsSince } from '#domain/moment';
import type { PixTransferInput } from '#domain/pix/input';
import type { PixKey } from '#domain/pix/key';
import { pauseSeconds } from '#domain/pix/order';
import { isAnotherPayee } from '#domain/pix/payee';
import { Refusal, refuse } from '#domain/refusal';
import { TRANSFER } from '#server/account/transfer';
import { decideTogether } from '#server/decision/group';
import { isClockAhead } from '#server/kernel/clock-watch';
import type { SignedInContext } from '#server/kernel/context';
import { REFUSALS } from '#server/kernel/refusals';
import { approvedAccount } from '#server/onboarding/external-account';
import { giveReservedBack } from '#server/protection/waiting/end-reservation';
import { releasing } from '#server/protection/waiting/release-decision';
import type { WaitingRow } from '#server/protection/waiting/waiting-row';
import { PAY_BOLETO, registered } from '../boleto-pay.ts';
import { GAVE_UP, GIVE_UP_SECONDS, isPassing } from '../orders/passing.ts';
import { holderOf } from '../payee.ts';
import { PIX_TRANSFER, type PixToSend, prepared } from '../transfer.ts';

const RELEASE_TRANSFER = releasing(TRANSFER);
const RELEASE_PIX = releasing(PIX_TRANSFER);
const RELEASE_BOLETO = releasing(PAY_BOLETO);

const UNASKED = { key: undefined, request: null };

/**
 * Makes a payment that can no longer be undone or was approved (`dueSince`), or gives its money back if it cannot be made any more. The context is its customer's.
 * Safe to repeat, and in several processes: the commit that pays it ends its reservation, once.
 */
export async function release(
  ctx: SignedInContext,
  waiting: WaitingRow,
  dueSince = waiting.releaseAt,
): Promise<void> {
  try {
    await pay(ctx, waiting);
  } catch (error) {
    await afterRefusal(ctx, waiting, { error, dueSince });
  }
}

/** An order is sent by its own worker, as after every commit that places one. */
async function pay(ctx: SignedInContext, waiting: WaitingRow): Promise<void> {
  const { kind, request } = waiting;
  if (kind === 'transfer') {
    const payment = request as TransferInput;
    await decideTogether(ctx, RELEASE_TRANSFER, { waiting, payment }, UNASKED);
  } else if (kind === 'pix') {
    const payment = await prepared(ctx, request as PixTransferInput);
    await refuseOtherPayee(ctx, waiting, payment);
    await decideTogether(ctx, RELEASE_PIX, { waiting, payment }, UNASKED);
  } else {
    const payment = await registered(ctx, request as BoletoPayInput);
    refuseOtherBeneficiary(waiting, payment);
    await decideTogether(ctx, RELEASE_BOLETO, { waiting, payment }, UNASKED);
  }
}

/** Whom a dynamic code names, and who has a key, can change between its confirmation and now. Refuses CODE_CHANGED, KEY_NOT_FOUND. */
async function refuseOtherPayee(
  ctx: SignedInContext,
  { target, ...confirmed }: WaitingRow,
  { payee }: PixToSend,
): Promise<void> {
  const { target: payeeTarget, name, code, key } = payee;
  const isOther = code
    ? payeeTarget !== target ||
      code.document !== confirmed.payeeDocument ||
      isAnotherPayee(namedIn(confirmed), { name, document: code.document })
    : key !== null && isAnotherPayee(namedIn(confirmed), (await holderNow(ctx, key)) ?? NOBODY);
  if (isOther)
    refuse('CODE_CHANGED', {
      text: `${code ? 'Este código PIX agora é de outro recebedor' : 'Esta chave PIX agora é de outra pessoa'}, e o valor voltou para a sua conta.`,
    });
}

type Payee = { payeeName?: string | null; payeeDocument?: string | null };

/** Whom a boleto is registered for can change, too. Refuses BOLETO_CHANGED. */
function refuseOtherBeneficiary(confirmed: Payee, registered: Payee): void {
  if (isAnotherPayee(namedIn(confirmed), namedIn(registered)))
    refuse('BOLETO_CHANGED', {
      text: 'Este boleto agora é de outro beneficiário, e o valor voltou para a sua conta.',
    });
}

const namedIn = ({ payeeName: name = null, payeeDocument: document = null }: Payee) => ({ name, document });

const NOBODY = { name: null, document: null };

const holderNow = async (ctx: SignedInContext, key: PixKey) =>
  holderOf(ctx, (await approvedAccount(ctx)).account, key);

async function afterRefusal(
  ctx: SignedInContext,
  waiting: WaitingRow,
  { error, dueSince }: { error: unknown; dueSince: Date },
): Promise<void> {
  const refusal = error instanceof Refusal ? error : null;
  if (refusal?.code === 'PAYMENT_NOT_WAITING') return;
  if (refusal && !isPassing(refusal)) {
    const fate = refusal.code === 'ACCOUNT_FROZEN_BY_OWNER' ? 'undone' : 'refused';
    const reason = refusal.details.text ?? REFUSALS[refusal.code].text;
    return endUnlessEnded(ctx, waiting, { fate, reason });
  }
  const age = secondsSince(dueSince, ctx.clock.now());
  if (age >= GIVE_UP_SECONDS && !(await isClockAhead(ctx)))
    return endUnlessEnded(ctx, waiting, { fate: 'refused', reason: GAVE_UP });
  const { waitingPayments } = ctx.db.tables;
  const isStillWaiting = and(
    eq(waitingPayments.transactionId, waiting.transactionId),
    eq(waitingPayments.status, 'waiting'),
  );
  const nextLookAt = secondsAfter(ctx.clock.real(), pauseSeconds(age));
  await ctx.db.transaction(async (tx) => {
    await tx.update(waitingPayments).set({ nextLookAt }).where(isStillWaiting);
  });
  if (!refusal) throw error;
}

/** Its customer or another process may be first. */
export async function endUnlessEnded(
  ctx: SignedInContext,
  waiting: WaitingRow,
  { fate, reason }: { fate: 'undone' | 'refused'; reason: string },
): Promise<void> {
  await giveReservedBack(ctx, { waiting, fate, reason }).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'PAYMENT_NOT_WAITING')) throw error;
  });
}

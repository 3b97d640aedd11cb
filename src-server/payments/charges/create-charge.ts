import { CHARGE_DAYS, CHARGE_MINUTES, type CreateChargeInput, termsOf } from '#domain/charge/input';
import { datedEnd, immediateEnd } from '#domain/charge/terms';
import { addDays } from '#domain/date';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { findChecking } from '#server/account/holders';
import { askedFor, moneyWrite } from '#server/audit/money-write';
import { countAttempt } from '#server/auth/attempts';
import { lockedActive } from '#server/auth/own-row';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { keptAnswer } from '#server/ledger/once';
import { approvedAccount } from '#server/onboarding/external-account';
import { answerOf } from '#server/provider/answer-of';
import { advanceCharge } from './advance-charge.ts';
import { answerOfRow, type ChargeAnswer } from './charge-answer.ts';
import { findCharge, newPublicId } from './charge-row.ts';

/**
 * Charges whoever gets the code or the link, once per key. Its code is the provider's; while the provider has not confirmed it, the charge is
 * `making`. Refuses VALIDATION (`fields`), ACCOUNT_NOT_APPROVED, ACCOUNT_INACTIVE, NO_ACTIVE_KEY, TOO_MANY_ATTEMPTS,
 * IDEMPOTENCY_KEY_REUSED, PROVIDER_* (nothing is charged then). Not a decision: it moves no money.
 */
export async function createCharge(ctx: SignedInContext, input: CreateChargeInput): Promise<ChargeAnswer> {
  const asked = askedFor('createCharge', input);
  const kept = await keptAnswer<{ id: string }>(ctx, asked);
  const { id } = kept ?? (await place(ctx, input));
  await advanceCharge(ctx, id);
  const row = await findCharge(ctx.db, ctx.user.id, id);
  if (!row) throw new Error(`charge ${id} not found`);
  if (row.status === 'failed') refuse('PROVIDER_REFUSED', { text: row.failReason ?? 'Erro desconhecido' });
  return answerOfRow(ctx, row);
}

async function place(ctx: SignedInContext, input: CreateChargeInput): Promise<{ id: string }> {
  const period = periodOf(ctx, input);
  const { account } = await approvedAccount(ctx);
  const checking = await findChecking(ctx.db, ctx.user.id);
  if (!checking?.isActive) refuse('ACCOUNT_INACTIVE');
  await countAttempt(ctx, 'charge', sharerOf(ctx));
  await countAttempt(ctx, 'chargeDay', sharerOf(ctx));
  const keys = answerOf(await account.keys());
  if (!keys.some(({ status }) => status === 'ACTIVE')) refuse('NO_ACTIVE_KEY');
  const { amount, description } = input;
  return moneyWrite(ctx, askedFor('createCharge', input), async (tx) => {
    // Closing the account sees the charge, or the charge sees that it was closed.
    await lockedActive(tx, ctx.user.id);
    const id = newId();
    await tx.insert(tx.tables.charges).values({
      id,
      publicId: newPublicId(),
      userId: ctx.user.id,
      status: 'making',
      amountCents: amount,
      description,
      ...period,
      terms: termsOf(input),
      attempts: 0,
      nextLookAt: ctx.clock.real(),
      createdAt: ctx.clock.now(),
    });
    const changes = { kind: period.kind, amount: toDecimal(amount), dueOn: period.dueOn };
    return { answer: { id }, audit: { action: 'create_charge', entityId: id, changes } };
  });
}

/** Refuses VALIDATION. */
function periodOf(
  { clock }: SignedInContext,
  {
    dueDate,
    validDays = CHARGE_DAYS.valid,
    expiresInMinutes = CHARGE_MINUTES.usual,
    discount,
  }: CreateChargeInput,
) {
  if (dueDate === undefined) {
    const endsAt = immediateEnd(clock.now(), expiresInMinutes);
    return { kind: 'immediate', dueOn: null, validDays: 0, endsAt } as const;
  }
  const today = clock.today();
  if (dueDate < today) refuseField('dueDate', 'O vencimento não pode ser antes de hoje');
  if (dueDate > addDays(today, CHARGE_DAYS.ahead))
    refuseField('dueDate', 'O vencimento pode ser em até um ano');
  if (discount && addDays(dueDate, -discount.daysBefore) < today)
    refuseField('discount.daysBefore', 'Este desconto já teria acabado');
  return { kind: 'dated', dueOn: dueDate, validDays, endsAt: datedEnd(dueDate, validDays) } as const;
}

const refuseField = (field: string, text: string): never =>
  refuse('VALIDATION', { text, fields: { [field]: text } });

import { toDecimal } from '#domain/money';
import { ascii, type BrCode, maxInfoLength, readBrCode } from '#domain/pix/br-code';
import { isReceived } from '#domain/pix/comparison';
import { BR_CODE_FAULTS } from '#domain/pix/input';
import { parsePixKey } from '#domain/pix/key';
import type { QrCodeInput } from '#domain/pix/key-input';
import { refuse } from '#domain/refusal';
import { maskDocument } from '#domain/tax-id';
import { findChecking } from '#server/account/holders';
import type { SignedInContext } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { balanceOf } from '#server/ledger/statement';
import { approvedAccount } from '#server/onboarding/external-account';
import type { BalanceAnswer, CodePayments, DecodedAnswer, QrCodeAnswer } from '#server/onboarding/shapes';
import { answerOf } from '#server/provider/answer-of';
import type { DecodedQr } from '#server/provider/code-shapes';
import { readCode } from './read-code.ts';
import { arrivedCents, bookedAmong, receive } from './receive.ts';

/**
 * What may be used now: the lesser of the provider's balance and ours, since a payment needs both. They differ while an
 * order or an incoming payment is under way.
 */
export async function externalBalance(ctx: SignedInContext): Promise<BalanceAnswer> {
  const { account, external } = await approvedAccount(ctx);
  const { balanceCents } = answerOf(await account.balance());
  const heldCents = await balanceOf(ctx.db, external.accountId);
  return { balance: toDecimal(Math.min(balanceCents, heldCents)) };
}

/**
 * Prefers a random key, which tells the payer nothing. Refuses ACCOUNT_NOT_APPROVED, ACCOUNT_INACTIVE, NO_ACTIVE_KEY,
 * PROVIDER_*.
 */
export async function qrCode(
  ctx: SignedInContext,
  { amount, description }: QrCodeInput,
): Promise<QrCodeAnswer> {
  const { account } = await approvedAccount(ctx);
  const checking = await findChecking(ctx.db, ctx.user.id);
  if (!checking?.isActive) refuse('ACCOUNT_INACTIVE');
  const keys = answerOf(await account.keys()).flatMap(({ status, type, key }) =>
    status === 'ACTIVE' && key !== null ? [{ type, key }] : [],
  );
  const { key } = keys.find(({ type }) => type === 'EVP') ?? keys[0] ?? refuse('NO_ACTIVE_KEY');
  const { id, image, payload } = answerOf(
    await account.staticQr({
      addressKey: key,
      description: ascii(description, maxInfoLength(key)),
      amountCents: amount,
    }),
  );
  return { id, image, payload };
}

/**
 * The newest payments of the caller's code, 100 at most; books new ones without waiting for the provider's event. Empty
 * for a code of somebody else. Refuses ACCOUNT_NOT_APPROVED, PROVIDER_*.
 */
export async function codePayments(ctx: SignedInContext, { id }: { id: string }): Promise<CodePayments> {
  const { external, account } = await approvedAccount(ctx);
  const received = answerOf(await account.newestOfCode(id)).filter(({ status }) => isReceived(status));
  const booked = await bookedAmong(ctx.db, idsOf(received));
  for (const payment of received) if (!booked.has(payment.id)) await receive(ctx, external, payment);
  return received.map((payment) => ({
    id: payment.id,
    amount: toDecimal(arrivedCents(payment)),
    payerName: payment.payerName,
  }));
}

/**
 * Reads a static code by itself; asks the provider what a dynamic one charges today. Refuses ACCOUNT_NOT_APPROVED, VALIDATION
 * (`fields.payload`), CODE_NOT_PAYABLE, PROVIDER_*.
 */
export async function decode(ctx: SignedInContext, { payload }: { payload: string }): Promise<DecodedAnswer> {
  const { account } = await approvedAccount(ctx);
  const reading = readBrCode(payload);
  if (!reading.ok) {
    const text = BR_CODE_FAULTS[reading.fault];
    refuse('VALIDATION', { text, fields: { payload: text } });
  }
  if (reading.code.url === null) return staticAnswer(reading.code);
  return dynamicAnswer(reading.code, await readCode(ctx, account, payload));
}

const NOTHING_MORE = {
  rebate: '0.00',
  discount: '0.00',
  fine: '0.00',
  interest: '0.00',
  institution: null,
  dueDate: null,
  expiresAt: null,
};

const staticAnswer = ({ key, name, city, amountCents, info, txid }: BrCode): DecodedAnswer => ({
  ...NOTHING_MORE,
  key,
  keyType: keyTypeOf(key),
  name,
  city,
  document: null,
  amount: orNull(amountCents),
  original: orNull(amountCents),
  description: info,
  txid,
  isDynamic: false,
});

const dynamicAnswer = (code: BrCode, said: DecodedQr): DecodedAnswer => ({
  key: said.key,
  keyType: keyTypeOf(said.key),
  name: said.name ?? code.name,
  city: code.city,
  document: said.document && maskDocument(said.document),
  institution: said.institution,
  amount: said.isAmountFree ? null : orNull(said.totalCents),
  original: orNull(said.originalCents),
  rebate: toDecimal(rebateOf(said)),
  discount: toDecimal(said.discountCents),
  fine: toDecimal(said.fineCents),
  interest: toDecimal(said.interestCents),
  dueDate: said.dueOn,
  expiresAt: said.expiresAt?.toISOString() ?? null,
  description: said.description,
  txid: said.txid,
  isDynamic: true,
});

/** The provider does not tell it: what the total lacks. */
const rebateOf = ({
  originalCents,
  totalCents,
  fineCents,
  interestCents,
  discountCents,
}: DecodedQr): number =>
  originalCents === null || totalCents === null
    ? 0
    : originalCents + fineCents + interestCents - discountCents - totalCents;

const orNull = (cents: number | null): string | null => (cents === null ? null : toDecimal(cents));

const keyTypeOf = (key: string | null) => (key === null ? null : (parsePixKey(key)?.type ?? null));

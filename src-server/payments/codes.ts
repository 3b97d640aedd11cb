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
import { balanceOf } from '#server/ledger/statement';
import { approvedAccount } from '#server/onboarding/external-account';
import type { BalanceAnswer, CodePayments, DecodedAnswer, QrCodeAnswer } from '#server/onboarding/shapes';
import { answerOf } from '#server/provider/answer-of';
import type { DecodedQr } from '#server/provider/code-shapes';
import { arrivedCents, receive } from './receive.ts';

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
 * The payments of the caller's code; books new ones without waiting for the provider's event. Empty for a code of
 * somebody else. Refuses ACCOUNT_NOT_APPROVED, PROVIDER_*.
 */
export async function codePayments(ctx: SignedInContext, { id }: { id: string }): Promise<CodePayments> {
  const { external, account } = await approvedAccount(ctx);
  const received = answerOf(await account.paymentsOfCode(id)).filter(({ status }) => isReceived(status));
  for (const payment of received) await receive(ctx, external, payment);
  return received.map((payment) => ({
    id: payment.id,
    amount: toDecimal(arrivedCents(payment)),
    payerName: payment.payerName,
  }));
}

/**
 * Reads a static code; asks the provider about a dynamic one. Refuses ACCOUNT_NOT_APPROVED, VALIDATION
 * (`fields.payload`), PROVIDER_*.
 */
export async function decode(ctx: SignedInContext, { payload }: { payload: string }): Promise<DecodedAnswer> {
  const { account } = await approvedAccount(ctx);
  const reading = readBrCode(payload);
  if (!reading.ok) {
    const text = BR_CODE_FAULTS[reading.fault];
    refuse('VALIDATION', { text, fields: { payload: text } });
  }
  if (reading.code.url === null) return staticAnswer(reading.code);
  return dynamicAnswer(reading.code, answerOf(await account.decodeQr(payload)));
}

const staticAnswer = ({ key, name, city, amountCents, info, txid }: BrCode): DecodedAnswer => ({
  key,
  keyType: keyTypeOf(key),
  name,
  city,
  document: null,
  amount: amountCents === null ? null : toDecimal(amountCents),
  description: info,
  txid,
  isDynamic: false,
});

const dynamicAnswer = (code: BrCode, decoded: DecodedQr): DecodedAnswer => ({
  key: decoded.key,
  keyType: keyTypeOf(decoded.key),
  name: decoded.name ?? code.name,
  city: code.city,
  document: decoded.document && maskDocument(decoded.document),
  amount: decoded.totalCents === null ? null : toDecimal(decoded.totalCents),
  description: decoded.description,
  txid: decoded.txid,
  isDynamic: true,
});

const keyTypeOf = (key: string | null) => (key === null ? null : (parsePixKey(key)?.type ?? null));

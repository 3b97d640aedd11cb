import { eq } from 'drizzle-orm';
import { formatBrl } from '#domain/money';
import { whyNotPayable } from '#domain/pix/code-check';
import { refuse } from '#domain/refusal';
import { cleanText } from '#domain/text';
import type { SignedInContext } from '#server/kernel/context';
import { answerOf } from '#server/provider/answer-of';
import type { ProviderAccount } from '#server/provider/client';
import type { DecodedQr } from '#server/provider/code-shapes';

const MAX_REASON_LENGTH = 200;

/**
 * What a dynamic code charges now. The provider fetches what the code points to; this server never does. Refuses CODE_NOT_PAYABLE (paid,
 * expired, cancelled, for another payer, a withdrawal or change, amounts that do not add up), PROVIDER_*.
 */
export async function readCode(
  ctx: SignedInContext,
  account: ProviderAccount,
  payload: string,
): Promise<DecodedQr> {
  const code = answerOf(await account.decodeQr(payload));
  const { clock } = ctx;
  const paying = { now: clock.now(), day: clock.today(), document: await documentOf(ctx) };
  const why = whyNotPayable(code, paying);
  if (why) refuse('CODE_NOT_PAYABLE', { text: cleanText(why).slice(0, MAX_REASON_LENGTH) });
  return code;
}

/** As `readCode`, for a payment of `amount` cents. Also refuses CODE_CHANGED. */
export async function payableCode(
  ctx: SignedInContext,
  account: ProviderAccount,
  { payload, amount }: { payload: string; amount: number },
): Promise<DecodedQr> {
  const code = await readCode(ctx, account, payload);
  const { totalCents, isAmountFree } = code;
  if (totalCents !== null && !isAmountFree && totalCents !== amount)
    refuse('CODE_CHANGED', {
      text: `O valor deste código PIX agora é ${formatBrl(totalCents)}. Confira antes de pagar.`,
    });
  return code;
}

async function documentOf({ db, user }: SignedInContext): Promise<string> {
  const { users } = db.tables;
  const [own] = await db
    .select({ cpf: users.cpf, cnpj: users.cnpj })
    .from(users)
    .where(eq(users.id, user.id));
  return own?.cpf ?? own?.cnpj ?? '';
}

import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { isGuessable, PIX_KEY_TYPES, type PixKey } from '#domain/pix/key';
import { isSameName, PAYEE_SOURCES, type PayeeInput } from '#domain/pix/payee';
import { Refusal, refuse } from '#domain/refusal';
import { nameOfCaller } from '#server/access/caller-line';
import { sharerOf } from '#server/access/caller-share';
import { countAttempt, isCounted, isFull } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { approvedAccount } from '#server/onboarding/external-account';
import type { ProviderAccount } from '#server/provider/client';
import { ownerInBank } from './own-keys.ts';
import { keepTold, type Told } from './told-payees.ts';

/**
 * Whose a key is. `name` null: the provider tells it only after the first payment. `source` null: nobody has said. `nameBefore`: under
 * which name this customer paid the key last, if it is another one now.
 */
export const payeeAnswerSchema = z.object({
  key: z.string(),
  keyType: z.enum(PIX_KEY_TYPES),
  name: z.string().nullable(),
  document: z.string().nullable(),
  institution: z.string().nullable(),
  source: z.enum(PAYEE_SOURCES).nullable(),
  nameBefore: z.string().nullable(),
});
export type PayeeAnswer = z.infer<typeof payeeAnswerSchema>;

/**
 * A customer of the bank is told from its own records, others by the provider. One that cannot be told does not stop a payment. Refuses
 * ACCOUNT_NOT_APPROVED, SAME_ACCOUNT (own key), KEY_NOT_FOUND, TOO_MANY_ATTEMPTS (prevents enumeration, together with transfers).
 */
export async function payee(ctx: SignedInContext, { pixKey: key }: PayeeInput): Promise<PayeeAnswer> {
  const { account } = await approvedAccount(ctx);
  await countAttempt(ctx, 'lookup', nameOfCaller(ctx));
  const paid = await paidBefore(ctx, key);
  const told = paid ? await holderOf(ctx, account, key) : await holderUnlessGuessed(ctx, account, key);
  if (told) await keepTold(ctx, key.canonical, told);
  const before = paid?.name ?? null;
  return {
    ...{ key: key.canonical, keyType: key.type },
    ...{ name: told?.name ?? null, document: told?.document ?? null },
    ...{ institution: told?.institution ?? null, source: told?.source ?? null },
    nameBefore: told && before && !isSameName(told.name, before) ? before : null,
  };
}

/** Null also after many that nobody has: a masked CPF hides three digits. First payments without the name count as `unnamedPayee`. */
async function holderUnlessGuessed(
  ctx: SignedInContext,
  account: ProviderAccount,
  key: PixKey,
): Promise<Told | null> {
  if (!isGuessable(key)) return holderOf(ctx, account, key);
  const who = sharerOf(ctx);
  if (await isFull(ctx, 'lookupMiss', who)) return null;
  const countMiss = () => ctx.db.transaction((tx) => isCounted(tx, ctx, 'lookupMiss', who));
  const told = await holderOf(ctx, account, key).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'KEY_NOT_FOUND') await countMiss();
    throw error;
  });
  if (!told) await countMiss();
  return told;
}

/** Null if nobody tells. Refuses SAME_ACCOUNT, KEY_NOT_FOUND. */
export const holderOf = async (
  ctx: SignedInContext,
  account: ProviderAccount,
  key: PixKey,
): Promise<Told | null> => (await inBank(ctx, key)) ?? (await atProvider(account, key));

async function inBank(ctx: SignedInContext, { canonical }: PixKey): Promise<Told | null> {
  const owner = await ownerInBank(ctx, canonical);
  if (owner?.userId === ctx.user.id) refuse('SAME_ACCOUNT');
  if (!owner) return null;
  const { name, document } = owner;
  return { name, document, institution: ctx.env.BRAND_NAME, source: 'bank' };
}

/** Null if the provider does not tell: it may not offer this, or the account's look-ups may be used up. */
async function atProvider(account: ProviderAccount, { type, canonical }: PixKey): Promise<Told | null> {
  const asked = await account.keyOwner(type, canonical);
  if (asked.kind === 'refused' && asked.status === 400) refuse('KEY_NOT_FOUND');
  if (asked.kind !== 'answered' || asked.value.name === null) return null;
  return { ...asked.value, name: asked.value.name, source: 'provider' };
}

async function paidBefore({ db, user }: SignedInContext, { canonical }: PixKey) {
  const { recipients } = db.tables;
  const [paid] = await db
    .select({ name: recipients.name })
    .from(recipients)
    .where(and(eq(recipients.userId, user.id), eq(recipients.kind, 'pix'), eq(recipients.target, canonical)));
  return paid;
}

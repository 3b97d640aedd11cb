import { type PixKeyType, parseKeyAs } from '#domain/pix/key';
import type { CreateKeyInput } from '#domain/pix/key-input';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { refuseFrozen } from '#server/auth/freeze/frozen';
import { ownRow } from '#server/auth/own-row';
import type { SignedInContext } from '#server/kernel/context';
import { approvedAccount } from '#server/onboarding/external-account';
import type { KeyAnswer } from '#server/onboarding/shapes';
import { requireProofUnderRules } from '#server/protection/proof-under-rules';
import { answerOf } from '#server/provider/answer-of';
import type { ProviderAccount } from '#server/provider/client';
import type { ProviderKey } from '#server/provider/shapes';
import { keepOwnKeys } from './own-keys.ts';

/** Without deleted keys. Refuses ACCOUNT_NOT_APPROVED, PROVIDER_*. */
export async function listKeys(ctx: SignedInContext): Promise<KeyAnswer[]> {
  const { account } = await approvedAccount(ctx);
  const keys = await keptKeys(account);
  await keepOwnKeys(ctx, ctx.user.id, keys);
  return keys;
}

/** Without deleted keys, which another bank may have by now. Refuses PROVIDER_*. */
export const keptKeys = async (account: Pick<ProviderAccount, 'keys'>): Promise<ProviderKey[]> =>
  answerOf(await account.keys()).filter(({ status }) => status !== 'DELETED');

const unsureOf = (what: string) =>
  `O provedor de pagamentos não confirmou a ${what} da chave. Confira suas chaves antes de tentar novamente.`;

/**
 * If the answer is lost, finds the key in the list. Refuses REAUTHENTICATE (under the rules for money, without a fresh proof),
 * ACCOUNT_FROZEN_BY_OWNER, ACCOUNT_NOT_APPROVED, KEY_NOT_OWN, KEY_ALREADY_YOURS, CONTACT_NOT_CONFIRMED, PROVIDER_*.
 */
export async function createKey(ctx: SignedInContext, { type, key }: CreateKeyInput): Promise<KeyAnswer> {
  await requireProofUnderRules(ctx);
  await refuseFrozen(ctx.db, ctx.user.id);
  const { account } = await approvedAccount(ctx);
  if (key !== undefined) await refuseForeign(ctx, type, key);
  const before = answerOf(await account.keys());
  if (isAmong(before, key)) refuse('KEY_ALREADY_YOURS');
  const asked = await account.createKey(type, key);
  // The provider says 'another account' also of a key that this customer made at the same moment.
  if (asked.kind === 'refused' && isAmong(await keysIfAnswered(account), key)) refuse('KEY_ALREADY_YOURS');
  const lost = asked.kind === 'unknown' ? await newKey(account, type, before) : null;
  const made = lost ?? answerOf(asked, unsureOf('criação'));
  await ctx.db.transaction((tx) =>
    record(tx, ctx, { action: 'create_pix_key', entityId: ctx.user.id, changes: { keyId: made.id, type } }),
  );
  await keepOwnKeys(ctx, ctx.user.id, [...before, made]);
  return made;
}

/**
 * If the answer is lost, looks whether the key is still in the list. Refuses REAUTHENTICATE (as above), ACCOUNT_FROZEN_BY_OWNER,
 * ACCOUNT_NOT_APPROVED, NOT_FOUND (no such key of this customer), PROVIDER_*.
 */
export async function deleteKey(ctx: SignedInContext, { id }: { id: string }): Promise<{ success: true }> {
  await requireProofUnderRules(ctx);
  await refuseFrozen(ctx.db, ctx.user.id);
  const { account } = await approvedAccount(ctx);
  const keys = await keptKeys(account);
  const key = keys.find((one) => one.id === id) ?? refuse('NOT_FOUND');
  const asked = await account.deleteKey(id);
  if (asked.kind === 'refused' && asked.status === 404) refuse('NOT_FOUND');
  const isGone = asked.kind === 'unknown' && isLeaving(await keysIfAnswered(account), id);
  if (!isGone) answerOf(asked, unsureOf('exclusão'));
  const changes = { keyId: id, type: key.type };
  await ctx.db.transaction((tx) =>
    record(tx, ctx, { action: 'delete_pix_key', entityId: ctx.user.id, changes }),
  );
  await keepOwnKeys(
    ctx,
    ctx.user.id,
    keys.filter((one) => one.id !== id),
  );
  return { success: true };
}

type Keys = readonly ProviderKey[];

/** Null if the provider does not answer. */
async function keysIfAnswered(account: ProviderAccount): Promise<Keys | null> {
  const keys = await account.keys();
  return keys.kind === 'answered' ? keys.value : null;
}

const isAmong = (keys: Keys | null, key: string | undefined): boolean =>
  key !== undefined && (keys ?? []).some((one) => one.key === key && one.status !== 'DELETED');

/** Not in the list any more, or being deleted. False if the list is unknown. */
const isLeaving = (keys: Keys | null, id: string): boolean =>
  keys?.every((one) => one.id !== id || /^DELETED|_DELETION$/.test(one.status)) ?? false;

/** The key of this type that is new in the list; null if none, or unknown. */
async function newKey(
  account: ProviderAccount,
  type: PixKeyType,
  before: readonly ProviderKey[],
): Promise<ProviderKey | null> {
  const keys = (await keysIfAnswered(account)) ?? [];
  return keys.find((key) => key.type === type && before.every(({ id }) => id !== key.id)) ?? null;
}

async function refuseForeign(
  { db, user }: SignedInContext,
  type: Exclude<CreateKeyInput['type'], 'EVP'> | 'EVP',
  key: string,
): Promise<void> {
  const own = await ownRow(db, user.id);
  const texts = { CPF: own.cpf, CNPJ: own.cnpj, EMAIL: own.email, PHONE: own.phone, EVP: null };
  const text = texts[type];
  if (text !== null && parseKeyAs(type, text) === key) return refuseUnconfirmed(own, type);
  const message = 'Use os dados do seu próprio cadastro';
  refuse('KEY_NOT_OWN', { fields: { key: message } });
}

type Confirmed = { emailConfirmedAt: Date | null; phoneConfirmedAt: Date | null };

/** Typing somebody's telephone into the profile does not prove ownership. */
function refuseUnconfirmed({ emailConfirmedAt, phoneConfirmedAt }: Confirmed, type: string): void {
  if (type === 'PHONE' && phoneConfirmedAt === null)
    refuse('CONTACT_NOT_CONFIRMED', {
      text: 'Confirme primeiro este telefone em Meu Perfil: enviamos um código por SMS.',
    });
  if (type === 'EMAIL' && emailConfirmedAt === null)
    refuse('CONTACT_NOT_CONFIRMED', {
      text: 'Confirme primeiro este e-mail em Meu Perfil: enviamos um código para ele.',
    });
}

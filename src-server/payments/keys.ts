import { type PixKeyType, parseKeyAs } from '#domain/pix/key';
import type { CreateKeyInput } from '#domain/pix/key-input';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { ownRow } from '#server/auth/own-row';
import type { SignedInContext } from '#server/kernel/context';
import { approvedAccount } from '#server/onboarding/external-account';
import type { KeyAnswer } from '#server/onboarding/shapes';
import { answerOf } from '#server/provider/answer-of';
import type { ProviderAccount } from '#server/provider/client';
import type { ProviderKey } from '#server/provider/shapes';

/** Without deleted keys. Refuses ACCOUNT_NOT_APPROVED, PROVIDER_*. */
export async function listKeys(ctx: SignedInContext): Promise<KeyAnswer[]> {
  const { account } = await approvedAccount(ctx);
  return keptKeys(account);
}

/** Without deleted keys, which another bank may have by now. Refuses PROVIDER_*. */
export const keptKeys = async (account: Pick<ProviderAccount, 'keys'>): Promise<ProviderKey[]> =>
  answerOf(await account.keys()).filter(({ status }) => status !== 'DELETED');

const UNSURE =
  'O provedor de pagamentos não confirmou a criação da chave. Confira suas chaves antes de tentar novamente.';

/**
 * If the answer is lost, finds the key in the list. Refuses ACCOUNT_NOT_APPROVED, KEY_NOT_OWN, CONTACT_NOT_CONFIRMED,
 * PROVIDER_*.
 */
export async function createKey(ctx: SignedInContext, { type, key }: CreateKeyInput): Promise<KeyAnswer> {
  const { account } = await approvedAccount(ctx);
  if (key !== undefined) await refuseForeign(ctx, type, key);
  const before = answerOf(await account.keys());
  const asked = await account.createKey(type, key);
  const lost = asked.kind === 'unknown' ? await newKey(account, type, before) : null;
  const made = lost ?? answerOf(asked, UNSURE);
  await ctx.db.transaction((tx) =>
    record(tx, ctx, { action: 'create_pix_key', entityId: ctx.user.id, changes: { keyId: made.id, type } }),
  );
  return made;
}

/** The key of this type that is new in the list; null if none, or unknown. */
async function newKey(
  account: ProviderAccount,
  type: PixKeyType,
  before: readonly ProviderKey[],
): Promise<ProviderKey | null> {
  const keys = await account.keys();
  if (keys.kind !== 'answered') return null;
  return keys.value.find((key) => key.type === type && before.every(({ id }) => id !== key.id)) ?? null;
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

import type { PixKeyType } from '#domain/pix/key';
import { claimKindFor } from '#domain/pix/key-claim';
import type { CreateKeyInput } from '#domain/pix/key-input';
import { refuse } from '#domain/refusal';
import { maskDocument } from '#domain/tax-id';
import { sharerOf } from '#server/access/caller-share';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import { countAttempt, withdrawAttempt } from '#server/auth/attempts';
import { refuseFrozen } from '#server/auth/freeze/frozen';
import { ownRow } from '#server/auth/own-row';
import type { SignedInContext } from '#server/kernel/context';
import { approvedAccount } from '#server/onboarding/external-account';
import type { KeyAnswer } from '#server/onboarding/shapes';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { answerOf } from '#server/provider/answer-of';
import type { ProviderAccount } from '#server/provider/client';
import type { Outcome } from '#server/provider/outcome';
import type { ProviderKey } from '#server/provider/shapes';
import { refuseForeign, refuseFull } from './own-key.ts';
import { forgetOwnKey, keepOwnKey, keepOwnKeys } from './own-keys.ts';

/** Without deleted keys. Refuses ACCOUNT_NOT_APPROVED, PROVIDER_*. */
export async function listKeys(ctx: SignedInContext): Promise<KeyAnswer[]> {
  const { account } = await approvedAccount(ctx);
  const seenAt = ctx.clock.real();
  const keys = await keptKeys(account);
  await keepOwnKeys(ctx, ctx.user.id, keys, seenAt);
  return keys;
}

/** Without deleted keys, which another bank may have by now. Refuses PROVIDER_*. */
export const keptKeys = async (account: Pick<ProviderAccount, 'keys'>): Promise<ProviderKey[]> =>
  answerOf(await account.keys()).filter(({ status }) => status !== 'DELETED');

const unsureOf = (what: string) =>
  `O provedor de pagamentos não confirmou a ${what} da chave. Confira suas chaves antes de tentar novamente.`;

/**
 * If the answer is lost, finds the key in the list. Refuses REAUTHENTICATE (under the rules for money, without a proof given since the sign-in),
 * ACCOUNT_FROZEN_BY_OWNER, ACCOUNT_NOT_APPROVED, KEY_NOT_OWN, KEY_ALREADY_YOURS, CONTACT_NOT_CONFIRMED, KEY_LIMIT, KEY_ELSEWHERE and
 * KEY_OF_ANOTHER (which can be claimed), TOO_MANY_ATTEMPTS, PROVIDER_*.
 */
export async function createKey(ctx: SignedInContext, { type, key }: CreateKeyInput): Promise<KeyAnswer> {
  await requireProof(ctx, { underRules: 'sinceSignIn' });
  await refuseFrozen(ctx.db, ctx.user.id);
  const { account } = await approvedAccount(ctx);
  if (key !== undefined) await refuseForeign(ctx, type, key);
  const before = answerOf(await account.keys());
  if (isAmong(before, key)) refuse('KEY_ALREADY_YOURS');
  const kept = before.filter(({ status }) => status !== 'DELETED');
  await refuseFull(ctx.db, await ownRow(ctx.db, ctx.user.id), kept.length);
  const seenAt = ctx.clock.real();
  const asked = await counted(ctx, 'keyMade', () => account.createKey(type, key));
  // The provider says 'another account' also of a key that this customer made at the same moment.
  if (asked.kind === 'refused' && isAmong(await keysIfAnswered(account), key)) refuse('KEY_ALREADY_YOURS');
  if (asked.kind === 'refused' && asked.status === 400 && key !== undefined)
    await refuseElsewhere(ctx, account, { type, key });
  const lost = asked.kind === 'unknown' ? await newKey(account, type, before) : null;
  const made = lost ?? answerOf(asked, unsureOf('criação'));
  await book(ctx, made, 'made');
  await keepOwnKey(ctx, ctx.user.id, made, seenAt);
  return made;
}

/**
 * If the answer is lost, looks whether the key is still in the list. Refuses REAUTHENTICATE (as above), ACCOUNT_FROZEN_BY_OWNER,
 * ACCOUNT_NOT_APPROVED, NOT_FOUND (no such key of this customer, or being deleted), TOO_MANY_ATTEMPTS, PROVIDER_*.
 */
export async function deleteKey(ctx: SignedInContext, { id }: { id: string }): Promise<{ success: true }> {
  await requireProof(ctx, { underRules: 'sinceSignIn' });
  await refuseFrozen(ctx.db, ctx.user.id);
  const { account } = await approvedAccount(ctx);
  const keys = await keptKeys(account);
  const key = keys.find((one) => one.id === id && !isLeaving([one], id)) ?? refuse('NOT_FOUND');
  const asked = await counted(ctx, 'keyDeleted', () => account.deleteKey(id));
  if (asked.kind === 'refused' && asked.status === 404) refuse('NOT_FOUND');
  const isGone = asked.kind === 'unknown' && isLeaving(await keysIfAnswered(account), id);
  if (!isGone) answerOf(asked, unsureOf('exclusão'));
  await book(ctx, key, 'deleted');
  await forgetOwnKey(ctx, ctx.user.id, id);
  return { success: true };
}

/** Counted before the provider is asked, so that concurrent ones count; what it did not do costs its customer nothing. */
async function counted<T>(
  ctx: SignedInContext,
  kind: 'keyMade' | 'keyDeleted',
  ask: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const who = sharerOf(ctx);
  await countAttempt(ctx, kind, who);
  const asked = await ask();
  const isUndone = asked.kind === 'refused' || asked.kind === 'unreached';
  if (isUndone) await withdrawAttempt(ctx, kind, who);
  return asked;
}

const BOOKED = {
  made: { action: 'create_pix_key', kind: 'key_made' },
  deleted: { action: 'delete_pix_key', kind: 'key_deleted' },
} as const;

/** With its letter, in one commit. */
const book = (ctx: SignedInContext, { id, type, key }: ProviderKey, what: keyof typeof BOOKED) =>
  ctx.db.transaction(async (tx) => {
    const { action, kind } = BOOKED[what];
    const facts = { id, type, key, request: ctx.request };
    await queueMessage(tx, ctx, kind, await receiverOf(tx, ctx.user.id), facts);
    await record(tx, ctx, { action, entityId: ctx.user.id, changes: { keyId: id, type } });
  });

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

/** Says of a key that the provider does not give where it is, and so how it can be claimed. Does nothing if nobody tells. */
async function refuseElsewhere(
  ctx: SignedInContext,
  account: ProviderAccount,
  { type, key }: { type: PixKeyType; key: string },
): Promise<void> {
  const found = await account.keyOwner(type, key);
  if (found.kind !== 'answered' || found.value.document === null) return;
  const { document, institution } = found.value;
  const { cpf, cnpj } = await ownRow(ctx.db, ctx.user.id);
  const isSameHolder = maskDocument(document) === maskDocument(cpf ?? cnpj ?? '');
  const kind = claimKindFor(type, isSameHolder);
  // Names end with 'S.A.'.
  const where = (institution ?? 'outra instituição').replace(/\.$/, '');
  if (kind === 'portability')
    refuse('KEY_ELSEWHERE', {
      text: `Esta chave já é sua em ${where}. Você pode pedir a portabilidade dela.`,
    });
  if (kind === 'ownership')
    refuse('KEY_OF_ANOTHER', {
      text: `Esta chave está com outra pessoa, em ${where}. Se o contato é seu, você pode reivindicar a posse.`,
    });
}

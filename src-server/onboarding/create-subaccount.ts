import { and, eq, isNull, lt, ne, or } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { EXTERNAL_ACCOUNT } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { missingForActivation } from '#domain/pix/activation';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import { trustedEmail } from '#server/auth/email-hold';
import { refuseFrozen } from '#server/auth/freeze/frozen';
import { lockedActive, ownRow } from '#server/auth/own-row';
import type { UserRow } from '#server/auth/user-answer';
import type { Bank, SignedInContext } from '#server/kernel/context';
import { accountNumberCandidates, openAccount } from '#server/ledger/open-account';
import { answerOf } from '#server/provider/answer-of';
import type { CreatedAccount, FoundAccount, NewAccount } from '#server/provider/shapes';
import { claim } from '#server/work/queue';
import { mayCallBank } from './count-bank-calls.ts';
import { encryptApiKey, findExternal, isOpen } from './external-account.ts';
import { keepWebhook } from './keep-webhooks.ts';
import { newWebhook } from './webhook-events.ts';

export const ACTIVATED = 'Conta ativada. Envie os documentos para aprovação em até 48 horas.';
const IN_PROGRESS = 'A ativação da sua conta está em andamento. Tente novamente em um minuto.';
const OF_ANOTHER =
  'O provedor de pagamentos já tem uma conta com este documento que não foi aberta por aqui. Fale com o atendimento.';

/**
 * Records the request, asks the provider, and stores the result in one commit. After a lost response the next attempt
 * adopts the account. The provider, which writes to the e-mail of the account, gets the former one while a change can be undone.
 * Where the rules for money hold it needs a proof given since the sign-in: the account there is opened once, with the address and income of that moment,
 * which whoever copied the cookie may have stated. Refuses REAUTHENTICATE, UNAUTHENTICATED (closed meanwhile), ACCOUNT_FROZEN_BY_OWNER,
 * PROFILE_INCOMPLETE, SUBACCOUNT_EXISTS (also while an attempt may be running), TOO_MANY_ATTEMPTS, PROVIDER_*.
 */
export async function createSubaccount(ctx: SignedInContext): Promise<{ message: string }> {
  await requireProof(ctx, { underRules: 'sinceSignIn' });
  const user = await ownRow(ctx.db, ctx.user.id);
  const before = await findExternal(ctx.db, user.id);
  if (isOpen(before)) refuse('SUBACCOUNT_EXISTS');
  const fields = missingForActivation(user);
  const missing = Object.values(fields);
  if (missing.length > 0)
    refuse('PROFILE_INCOMPLETE', {
      text: `Verifique seus dados cadastrais. Falta: ${missing.join(', ')}.`,
      fields,
    });
  await refuseFrozen(ctx.db, user.id);
  const { email } = await trustedEmail(ctx.db, user, ctx.clock.real());
  await mayCallBank(ctx, 'activation');
  const found = answerOf(await ctx.provider.root.findAccount(documentOf(user)));
  if (
    found &&
    ((before?.checkedAt == null && !hasEmailOf(found, user)) || (await isOfAnother(ctx.db, user.id, found)))
  ) {
    ctx.log.error(
      { user: user.id },
      "the provider has an account of this customer's document that was not asked for",
    );
    refuse('SUBACCOUNT_EXISTS', { text: OF_ANOTHER });
  }
  await requestOnce(ctx);
  await conclude(
    ctx,
    found ? await adopt(ctx, found) : await make(ctx, { ...user, email }, before?.checkedAt ?? null),
  );
  return { message: ACTIVATED };
}

const documentOf = ({ cpf, cnpj }: UserRow): string => cpf ?? cnpj ?? '';

/** After a restore the provider has accounts that the copy does not know: whoever has the e-mail it was opened with has it again. */
const hasEmailOf = ({ email }: FoundAccount, user: UserRow): boolean =>
  user.emailConfirmedAt !== null && email?.toLowerCase() === user.email.toLowerCase();

/** Of the record that had this document before it was freed: each needs its own account there. */
async function isOfAnother(db: Reader, userId: string, { walletId }: FoundAccount): Promise<boolean> {
  const { externalAccounts: accounts } = db.tables;
  return (await db.$count(accounts, and(eq(accounts.walletId, walletId), ne(accounts.userId, userId)))) > 0;
}

async function requestOnce(ctx: SignedInContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { externalAccounts } = tx.tables;
    const written = await tx
      .insert(externalAccounts)
      .values({ userId: ctx.user.id, createdAt: ctx.clock.now() })
      .onConflictDoNothing({ target: externalAccounts.userId })
      .returning({ userId: externalAccounts.userId });
    if (written.length === 0) return;
    await record(tx, ctx, { action: 'request_external_account', entityId: ctx.user.id });
  });
}

/** For an account whose creation response, with the key, was lost; whether it has a webhook is unknown. */
async function adopt(ctx: SignedInContext, found: FoundAccount): Promise<CreatedAccount> {
  const { apiKey } = answerOf(await ctx.provider.root.createAccessToken(found.id));
  await keepWebhook(ctx, { external: { userId: ctx.user.id }, account: ctx.provider.of(apiKey) });
  return { ...found, apiKey };
}

/** `before`: when it was last asked for, without an answer. */
async function make(ctx: SignedInContext, user: UserRow, before: Date | null): Promise<CreatedAccount> {
  if (!(await claimRequest(ctx))) refuse('SUBACCOUNT_EXISTS', { text: IN_PROGRESS });
  const outcome = await ctx.provider.root.createAccount(newAccount(ctx, user));
  // An unknown outcome keeps the claim until the account can be looked up.
  if (outcome.kind === 'refused' || outcome.kind === 'unreached') await releaseClaim(ctx, before);
  return answerOf(outcome);
}

/** Before the account exists, `checkedAt` is the time of the last request. */
async function claimRequest({ db, clock, user }: SignedInContext): Promise<boolean> {
  const at = clock.real();
  const before = secondsAfter(at, -EXTERNAL_ACCOUNT.askAgainSeconds);
  const { externalAccounts: accounts } = db.tables;
  const claimed = await claim(db, async (tx) => {
    // A closure that came first may have given the document up; one that comes later sees the claim.
    await lockedActive(tx, user.id);
    return tx
      .update(accounts)
      .set({ checkedAt: at })
      .where(
        and(
          eq(accounts.userId, user.id),
          isNull(accounts.apiKey),
          or(isNull(accounts.checkedAt), lt(accounts.checkedAt, before)),
        ),
      )
      .returning({ userId: accounts.userId });
  });
  return claimed !== null;
}

async function releaseClaim(ctx: SignedInContext, before: Date | null): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { externalAccounts: accounts } = tx.tables;
    await tx
      .update(accounts)
      .set({ checkedAt: before })
      .where(and(eq(accounts.userId, ctx.user.id), isNull(accounts.apiKey)));
  });
}

function newAccount(ctx: Bank, user: UserRow): NewAccount {
  const isCompany = user.cnpj !== null;
  return {
    name: user.fullName,
    email: user.email,
    cpfCnpj: documentOf(user),
    birthDate: isCompany ? null : user.birthDate,
    companyType: isCompany ? 'LIMITED' : null,
    mobilePhone: user.phone ?? '',
    incomeCents: user.monthlyIncomeCents ?? 0,
    address: user.street ?? '',
    addressNumber: user.number ?? '',
    complement: user.complement,
    province: user.neighborhood ?? '',
    postalCode: user.zipCode ?? '',
    webhooks: [newWebhook(ctx)],
  };
}

/** A second attempt changes nothing. */
async function conclude(ctx: SignedInContext, made: CreatedAccount): Promise<void> {
  const candidates = accountNumberCandidates();
  const apiKey = encryptApiKey(ctx.keys, made.apiKey, ctx.user.id);
  const createdAt = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    // The relation may have ended while the provider was asked.
    await lockedActive(tx, ctx.user.id);
    const isFirst = await keep(tx, ctx.user.id, { walletId: made.walletId, apiKey });
    if (!isFirst) return;
    const { id: accountId } = await openAccount(tx, {
      userId: ctx.user.id,
      accountType: 'external',
      candidates,
      createdAt,
    });
    const { externalAccounts, users } = tx.tables;
    await tx.update(externalAccounts).set({ accountId }).where(eq(externalAccounts.userId, ctx.user.id));
    await tx
      .update(users)
      .set({ asaasSubAccountId: made.id, asaasAccountStatus: 'pending' })
      .where(eq(users.id, ctx.user.id));
    await record(tx, ctx, {
      action: 'create_external_account',
      entityId: ctx.user.id,
      changes: { subAccountId: made.id, accountId, status: { from: null, to: 'pending' } },
    });
  });
}

async function keep(tx: Tx, userId: string, made: { walletId: string; apiKey: string }): Promise<boolean> {
  const { externalAccounts: accounts } = tx.tables;
  const kept = await tx
    .update(accounts)
    .set({ ...made, checkedAt: null })
    .where(and(eq(accounts.userId, userId), isNull(accounts.apiKey)))
    .returning({ userId: accounts.userId });
  return kept.length === 1;
}

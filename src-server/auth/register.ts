import type { Tx } from '#db/db';
import { birthDateProblem, type RegisterInput } from '#domain/auth/register';
import { TERMS_VERSION } from '#domain/auth/terms-version';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Bank, Context } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { widerNetworksOf } from '#server/kernel/network';
import { accountNumberCandidates, openAccount } from '#server/ledger/open-account';
import { queueForAdmins, queueMessage } from '#server/outbox/queue-message';
import { countAttempt, countHashing, isCounted } from './attempts.ts';
import { markFor } from './device.ts';
import { registerFirstDevice } from './devices/first-device.ts';
import { refuseHeldEmail } from './email-hold.ts';
import { mailboxName } from './mailbox.ts';
import { hashPassword } from './password.ts';
import { refuseCommonPassword } from './refuse-common.ts';
import { newSessionToken, openSession, setSessionCookies } from './session.ts';
import { type UserAnswer, type UserRow, userAnswer } from './user-answer.ts';

/** Refuses VALIDATION, TOO_MANY_ATTEMPTS, BUSY, and ALREADY_REGISTERED without saying which field is taken. */
export async function register(ctx: Context, input: RegisterInput): Promise<UserAnswer> {
  const problem = birthDateProblem(input.birthDate, ctx.clock.today(), Boolean(input.cnpj));
  if (problem) refuse('VALIDATION', { text: problem, fields: { birthDate: problem } });
  const kind = ctx.env.isProduction ? 'signUp' : 'signUpOutsideProduction';
  const { counted } = await countHashing(ctx, kind, ctx.request.ip);
  // After the caller's own limits, so that refused calls use up nothing that others share.
  const wider = widerNetworksOf(ctx.request.ip);
  if (wider) await countAttempt(ctx, 'signUpNetwork', wider.site);

  await refuseCommonPassword(counted, input.password, input);
  const given = newCustomer(input, await hashPassword(counted, input.password), ctx.clock.now());
  const token = newSessionToken();
  const candidates = accountNumberCandidates();
  const mark = markFor(ctx, given.id);
  const user = await ctx.db.transaction(async (tx) => {
    const user = await insertUser(tx, ctx, given);
    await acceptTerms(tx, ctx, user);
    const { id: userId, createdAt } = user;
    const account = await openAccount(tx, { userId, accountType: 'checking', candidates, createdAt });
    await registerFirstDevice(tx, ctx, { userId, mark });
    await openSession(tx, ctx, user, token, { mark });
    await queueForAdmins(tx, ctx, 'new_client', user);
    if (await isCounted(tx, ctx, 'welcomeTo', mailboxName(ctx, user.email)))
      await queueMessage(tx, ctx, 'welcome', user, account);
    const auditor = { ...ctx, user };
    await record(tx, auditor, {
      action: 'create_user',
      entityId: userId,
      changes: { username: user.username, role: user.role },
    });
    await record(tx, auditor, {
      action: 'create_account',
      entityId: account.id,
      changes: { accountNumber: account.accountNumber },
    });
    return user;
  });
  setSessionCookies(ctx, user, token, { mark });
  return userAnswer(user);
}

export type NewUser = Tx['tables']['users']['$inferInsert'];

function newCustomer(input: RegisterInput, passwordHash: string, createdAt: Date): NewUser {
  const { password: _password, acceptedTerms: _accepted, monthlyIncome, ...fields } = input;
  return {
    ...fields,
    id: newId(),
    role: 'cliente',
    // Empty fields become null; a company has no RG.
    cpf: fields.cpf || null,
    cnpj: fields.cnpj || null,
    rg: fields.cnpj ? null : fields.rg,
    monthlyIncomeCents: monthlyIncome,
    passwordHash,
    isActive: true,
    createdAt,
  };
}

/** Refuses ALREADY_REGISTERED by the unique indexes, or when the e-mail is held for another user. */
export async function insertUser(tx: Tx, { clock }: Pick<Bank, 'clock'>, given: NewUser): Promise<UserRow> {
  const [user] = await tx.insert(tx.tables.users).values(given).onConflictDoNothing().returning();
  if (!user) refuse('ALREADY_REGISTERED');
  await refuseHeldEmail(tx, user, clock.real());
  return user;
}

async function acceptTerms(tx: Tx, ctx: Context, user: UserRow): Promise<void> {
  await tx.insert(tx.tables.termsAcceptances).values({
    id: newId(),
    userId: user.id,
    version: TERMS_VERSION,
    ip: ctx.request.ip,
    acceptedAt: user.createdAt,
  });
}

import { eq } from 'drizzle-orm';
import type { Role } from '#domain/auth/role';
import { createCallerFactory } from '#server/access/trpc';
import type { Actor, Context } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { accountNumberCandidates, openAccount } from '#server/ledger/open-account';
import { appRouter } from '#server/router';
import { type TestBank, testBank } from './test-bank.ts';
import { userRow } from './user-row.ts';

const callerFactory = createCallerFactory(appRouter);

/** Calls procedures as this person in a session, or anonymously; `signal` aborts when the client leaves. */
export function callerOf(
  bank: TestBank,
  user: Actor | null,
  given: Partial<Context> = {},
  signal?: AbortSignal,
) {
  const now = bank.clock.real();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  const justProven = {
    passwordProvenAt: now,
    factorProvenAt: now,
    device: null,
    passkeyId: null,
    isByNewPasskey: false,
  };
  const context: Context = {
    ...bank,
    request: {
      id: 'test',
      ip: '203.0.113.7',
      userAgent: 'vitest',
      deviceToken: null,
      challengeToken: null,
      sessionToken: null,
      bearerToken: null,
    },
    user,
    token: null,
    session: user && {
      id: newId(),
      publicId: newId(),
      createdAt: new Date(0),
      expiresAt,
      absoluteExpiresAt: expiresAt,
      ...justProven,
    },
    cookies: { set: () => {}, clear: () => {} },
    ...given,
  };
  return callerFactory(context, { signal });
}

/** As a token that may move money. */
export const tokenCallerOf = (bank: TestBank, user: Actor) =>
  callerOf(bank, user, {
    session: null,
    token: { id: newId(), mayMoveMoney: true, perCallCents: null, perDayCents: null },
  });

async function insertUser(
  bank: TestBank,
  role: Role,
  person: Partial<{ fullName: string; cpf: string; cnpj: string }>,
) {
  const row = userRow({ ...person, role, createdAt: bank.clock.now() });
  await bank.db.transaction(async (tx) => {
    await tx.insert(tx.tables.users).values(row);
  });
  return { id: row.id, fullName: row.fullName, role };
}

/** A customer with an empty checking account; `cpf` or `cnpj` may be any unique text. */
export async function makeCustomer(
  bank: TestBank,
  person: Partial<{ fullName: string; cpf: string; cnpj: string }> = {},
) {
  const user = await insertUser(bank, 'cliente', person);
  const account = await openFor(bank, user, 'checking');
  return { user, accountId: account.id, accountNumber: account.accountNumber, call: callerOf(bank, user) };
}

export const openFor = (
  bank: TestBank,
  user: Actor,
  accountType: 'checking' | 'savings' | 'investment' | 'external',
) =>
  bank.db.transaction((tx) =>
    openAccount(tx, {
      userId: user.id,
      accountType,
      candidates: accountNumberCandidates(),
      createdAt: bank.clock.now(),
    }),
  );

export async function makeAdmin(bank: TestBank) {
  const user = await insertUser(bank, 'admin', { fullName: 'Helena Siqueira' });
  return { user, call: callerOf(bank, user) };
}

/** A customer with 100.00 from an administrator, its notifications deleted. */
export async function makeAna(bank: TestBank, admin: Awaited<ReturnType<typeof makeAdmin>>) {
  const ana = await makeCustomer(bank, { fullName: 'Ana Moreira', cpf: '52998224725' });
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '100.00', reason: 'Depósito inicial' });
  await bank.db.transaction(async (tx) => {
    await tx.delete(tx.tables.outbox);
    await tx.delete(tx.tables.notifications);
  });
  return ana;
}

export const makeBruno = (bank: TestBank) =>
  makeCustomer(bank, { fullName: 'Bruno Nogueira', cpf: '31415926590' });

export async function openBankWithTwo(...options: Parameters<typeof testBank>) {
  const bank = await testBank(...options);
  const admin = await makeAdmin(bank);
  const ana = await makeAna(bank, admin);
  return { bank, ana, bruno: await makeBruno(bank), admin };
}

/** Marks the user as closed; accounts and personal data stay as they are. */
export async function closeRelation(bank: TestBank, userId: string): Promise<void> {
  const closed = { isActive: false, closedAt: bank.clock.now() };
  await bank.db.transaction(async (tx) => {
    await tx.update(tx.tables.users).set(closed).where(eq(tx.tables.users.id, userId));
  });
}

export async function freeze(bank: TestBank, accountId: string): Promise<void> {
  await bank.db.transaction(async (tx) => {
    await tx.update(tx.tables.accounts).set({ isActive: false }).where(eq(tx.tables.accounts.id, accountId));
  });
}

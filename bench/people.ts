import { generateCpf } from '@brazilian-utils/brazilian-utils';
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { accountNumberFrom } from '#domain/account/number';
import { toDecimal } from '#domain/money';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { atTheMachine } from '#server/auth/attempts';
import { hashPassword } from '#server/auth/password';
import { newSessionToken, openSession } from '#server/auth/session';
import type { Actor, Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { bankAccountId } from '#server/ledger/bank-account';
import { openAccount } from '#server/ledger/open-account';
import { post } from '#server/ledger/post';
import { writeSetting } from '#server/settings/write';
import { payeesOf } from './payees.ts';

export type Customer = {
  user: Actor;
  cpf: string;
  accountId: string;
  accountNumber: string;
  sessionToken: string;
};

export const PASSWORD = 'medir-antes-de-crer';

/** More than any run moves. */
export const FUNDS_CENTS = 100_000_000;
const FUNDED_AT_ONCE = 64;

export async function makeCustomers(bank: Bank, count: number): Promise<Customer[]> {
  const passwordHash = await hashPassword(atTheMachine(), PASSWORD);
  const cpfs = new Set<string>();
  while (cpfs.size < count) cpfs.add(generateCpf());
  const customers: Customer[] = [];
  for (const [index, cpf] of [...cpfs].entries()) {
    const sessionToken = newSessionToken();
    customers.push(
      await bank.db.transaction(async (tx) => {
        const user = await insertPerson(bank, tx, {
          cpf,
          passwordHash,
          role: 'cliente',
          fullName: `Cliente Número ${index}`,
          username: `cliente.${index}`,
        });
        const { id: accountId, accountNumber } = await openAccount(tx, {
          userId: user.id,
          accountType: 'checking',
          candidates: [accountNumberFrom(index + 1)],
          createdAt: bank.clock.now(),
        });
        await signIn(bank, tx, user, sessionToken);
        await registerDevice(bank, tx, user);
        return { user, cpf, accountId, accountNumber, sessionToken };
      }),
    );
  }
  return customers;
}

/** The browser that opened their session was registered long ago: the rules for money hold in production. */
async function registerDevice({ clock }: Bank, tx: Tx, { id: userId }: Actor): Promise<void> {
  const { devices, sessions } = tx.tables;
  const id = newId();
  const lastUsedAt = clock.real();
  const createdAt = new Date(lastUsedAt.getTime() - 30 * 86_400_000);
  const device = { id, userId, name: 'Navegador', mark: id, publicKey: null };
  await tx
    .insert(devices)
    .values({ ...device, createdAt, trustedFrom: createdAt, lastUsedAt, endedAt: null });
  await tx.update(sessions).set({ deviceId: id }).where(eq(sessions.userId, userId));
}

/** As if they had paid each other before, so that payments need not be confirmed. */
async function rememberPayees({ db, clock }: Bank, customers: readonly Customer[]): Promise<void> {
  const lastUsedAt = clock.now();
  const untrusted = { trustedCents: null, trustedFrom: null, unaskedCents: 0 };
  const unchosen = { nickname: null, nicknamedAt: null, pinnedAt: null, firstPaidAt: null, ...untrusted };
  const rows = customers.flatMap(({ user }, place) =>
    payeesOf(place, customers.length).flatMap((other) => {
      const payee = customers[other];
      if (!payee) return [];
      const { fullName: name } = payee.user;
      const named = { kind: 'account' as const, target: payee.accountNumber, name, document: payee.cpf };
      return { id: newId(), userId: user.id, ...named, ...unchosen, lastUsedAt };
    }),
  );
  await db.transaction((tx) => tx.insertRows(tx.tables.recipients, rows));
}

/** Money for any load, and payees whom they have paid before. */
export async function fund(bank: Bank, customers: readonly Customer[]): Promise<void> {
  await rememberPayees(bank, customers);
  // In turns: more transactions than connections wait for one, and those that wait too long are refused.
  for (let first = 0; first < customers.length; first += FUNDED_AT_ONCE)
    await Promise.all(
      customers.slice(first, first + FUNDED_AT_ONCE).map((customer) => deposit(bank, customer)),
    );
}

async function deposit(bank: Bank, { accountId }: Customer): Promise<void> {
  await bank.db.transaction(async (tx) => {
    const adjustments = await bankAccountId(tx, 'adjustments');
    const { transactionId } = await post(tx, {
      type: 'deposit',
      description: 'Saldo inicial',
      createdAt: bank.clock.now(),
      actorId: null,
      entries: [
        { accountId: adjustments, amountCents: -FUNDS_CENTS },
        { accountId, amountCents: FUNDS_CENTS },
      ],
    });
    await record(tx, systemActor(bank, 'bench'), {
      action: 'manual_adjustment',
      entityId: transactionId,
      changes: { amount: toDecimal(FUNDS_CENTS) },
    });
  });
}

export async function makeAdmin(bank: Bank): Promise<{ user: Actor; sessionToken: string }> {
  const sessionToken = newSessionToken();
  const passwordHash = await hashPassword(atTheMachine(), PASSWORD);
  const user = await bank.db.transaction(async (tx) => {
    const admin = await insertPerson(bank, tx, {
      cpf: generateCpf(),
      passwordHash,
      role: 'admin',
      fullName: 'Helena Siqueira',
      username: 'helena',
    });
    await signIn(bank, tx, admin, sessionToken);
    // Only a session is needed here; production also requires a second factor.
    await writeSetting(tx, 'requireAdminTwoFactor', false, bank.clock.now(), bank.env);
    return admin;
  });
  return { user, sessionToken };
}

async function signIn(bank: Bank, tx: Tx, user: Actor, sessionToken: string): Promise<void> {
  const request = {
    id: 'bench',
    ip: '127.0.0.1',
    userAgent: 'bench',
    deviceToken: null,
    challengeToken: null,
    sessionToken,
    bearerToken: null,
  };
  await openSession(tx, { clock: bank.clock, request, session: null }, user, sessionToken);
}

async function insertPerson(
  bank: Bank,
  tx: Tx,
  {
    role,
    fullName,
    ...person
  }: Pick<Actor, 'role' | 'fullName'> & { cpf: string; passwordHash: string; username: string },
): Promise<Actor> {
  const user: Actor = { id: newId(), fullName, role };
  await tx.insert(tx.tables.users).values({
    ...user,
    ...person,
    email: `${person.username}@correio.example`,
    phone: '11987654321',
    birthDate: '1990-01-31',
    occupation: 'Cliente',
    monthlyIncomeCents: 500_000,
    street: 'Rua das Flores',
    number: '10',
    neighborhood: 'Centro',
    city: 'São Bernardo do Campo',
    state: 'SP',
    zipCode: '09710000',
    isActive: true,
    createdAt: bank.clock.now(),
  });
  return user;
}

import { createHash } from 'node:crypto';
import { eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { takeImage } from '#db/testing/test-db';
import { secondsAfter } from '#domain/moment';
import { rememberRecipient } from '#server/account/remember-recipient';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { registerFirstDevice } from '#server/auth/devices/first-device';
import { withPasskey } from '#server/auth/testing/security-key';
import { insertCovered, newCoveredRow } from '#server/cover/covered-row';
import { newId } from '#server/kernel/id';
import { placeOrder } from '#server/payments/orders/place-order';
import { insertIntents, newIntent, UNRULED } from '#server/protection/intents/intent-row';
import { halfLoggedIn, REQUEST, session, token } from '#server/testing/matrix-access';
import { makeAdmin, makeCustomer } from '#server/testing/people';
import { type TestBank, testBank } from '#server/testing/test-bank';

/** `halfLoggedIn` gave the password and no second factor yet; `deactivated` kept a session and token. */
export const MATRIX_ACTORS = [
  'nobody',
  'halfLoggedIn',
  'customer',
  'otherCustomer',
  'deactivated',
  'deactivatedToken',
  'admin',
  'readToken',
  'moneyToken',
] as const;
export type MatrixActor = (typeof MATRIX_ACTORS)[number];

export type Belongings = {
  userId: string;
  sessionId: string;
  tokenId: string;
  deviceId: string;
  passkeyId: string;
  recipientId: string;
  notificationId: string;
  raiseId: string;
  accountId: string;
  transactionId: string;
  /** Placed, not sent: the provider is out of reach. It also covers a payment. */
  orderId: string;
  contractId: string;
  investmentId: string;
  productId: string;
  proposalId: string;
  creditId: string;
  instalmentId: string;
};

/** Well-formed ids that no row has. */
export const missing = (): Belongings => ({
  userId: newId(),
  sessionId: newId(),
  tokenId: newId(),
  deviceId: newId(),
  passkeyId: newId(),
  recipientId: newId(),
  notificationId: newId(),
  raiseId: newId(),
  accountId: newId(),
  transactionId: newId(),
  orderId: newId(),
  contractId: newId(),
  investmentId: newId(),
  productId: newId(),
  proposalId: newId(),
  creditId: newId(),
  instalmentId: newId(),
});

/** Two customers with one of each thing, a deactivated one, and an administrator. */
export async function matrixScene() {
  const bank = await testBank({ DATA_DIR: '.' });
  const admin = await makeAdmin(bank);
  const product = await admin.call.investment.products.create({
    name: 'CDB Vale',
    description: 'Renda fixa',
    minAmount: '1.00',
    annualRate: '12.00',
    termDays: 90,
  });
  const ana = await makeCustomer(bank, { fullName: 'Ana Moreira', cpf: '52998224725' });
  const bruno = await makeCustomer(bank, { fullName: 'Bruno Nogueira', cpf: '31415926590' });
  const carla = await makeCustomer(bank, { fullName: 'Carla Tavares', cpf: '11144477735' });
  const owned = async (customer: typeof ana): Promise<Belongings> => {
    const { accountId, user, call } = customer;
    await admin.call.admin.accounts.adjust({ id: accountId, amount: '500.00', reason: 'Depósito' });
    const { id: investmentId } = await call.investment.create({ productId: product.id, amount: '10.00' });
    await admin.call.admin.accounts.adjust({ id: accountId, amount: '1.00', reason: 'Acerto' });
    const [contract] = await call.contract.list();
    const { entries } = await call.account.ledger({ accountId });
    const { notifications } = bank.db.tables;
    const [told] = await bank.db.select().from(notifications).where(eq(notifications.userId, user.id));
    const transactionId = entries[0]?.transactionId ?? 'none';
    await authorised(bank, { userId: user.id, accountId }, transactionId);
    const { publicId } = await session(bank, user);
    const credit = await lent(bank, customer, admin);
    return {
      userId: user.id,
      sessionId: publicId,
      tokenId: (await token(bank, user.id, false)).id,
      deviceId: await device(bank, user.id),
      passkeyId: (await withPasskey(bank, user.id, 0)).passkeyId,
      recipientId: await remembered(bank, user.id),
      notificationId: told?.id ?? 'none',
      raiseId: await raised(bank, user.id),
      accountId,
      transactionId,
      orderId: await ordered(bank, customer),
      contractId: contract?.id ?? 'none',
      investmentId,
      productId: product.id,
      ...credit,
    };
  };
  const things = { own: await owned(ana), others: await owned(bruno), missing: missing() };
  const headers: Record<MatrixActor, Record<string, string>> = {
    nobody: {},
    halfLoggedIn: await halfLoggedIn(bank, ana.user.id),
    customer: (await session(bank, ana.user)).headers,
    otherCustomer: (await session(bank, bruno.user)).headers,
    deactivated: (await session(bank, carla.user)).headers,
    deactivatedToken: (await token(bank, carla.user.id, true)).headers,
    admin: (await session(bank, admin.user)).headers,
    readToken: (await token(bank, ana.user.id, false)).headers,
    moneyToken: (await token(bank, ana.user.id, true)).headers,
  };
  await bank.db.transaction(async (tx) => {
    const { users } = tx.tables;
    // Sets only the flag, so that session and token are refused for that alone.
    await tx.update(users).set({ isActive: false }).where(eq(users.id, carla.user.id));
  });
  return { bank, headers, things, numbers: { own: ana.accountNumber, others: bruno.accountNumber } };
}

type Customer = Awaited<ReturnType<typeof makeCustomer>>;
type Admin = Awaited<ReturnType<typeof makeAdmin>>;

async function remembered({ db, clock }: TestBank, userId: string): Promise<string> {
  const paid = { userId, kind: 'pix', target: 'livraria@correio.example', lastUsedAt: clock.now() } as const;
  await db.transaction((tx) => rememberRecipient(tx, { ...paid, name: null, document: null }));
  const { recipients } = db.tables;
  const [row] = await db.select().from(recipients).where(eq(recipients.userId, userId));
  return row?.id ?? 'none';
}

/** A raise of a limit that is not in effect yet. */
async function raised({ db, clock }: TestBank, userId: string): Promise<string> {
  const id = newId();
  const createdAt = clock.now();
  const effectiveAt = secondsAfter(createdAt, 24 * 3600);
  const row = { id, userId, role: 'limit', kind: 'total', window: 'night', amountCents: 200_000 } as const;
  await db.transaction(async (tx) => {
    await tx.insert(tx.tables.limitRules).values({ ...row, effectiveAt, createdById: userId, createdAt });
  });
  return id;
}

/** As if the transaction were a payment under the rules. */
const authorised = (
  { db, clock }: TestBank,
  own: { userId: string; accountId: string },
  id: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const paid = { ...own, id, amountCents: 100, createdAt: clock.now() };
    const asked = {
      ...UNRULED,
      kind: 'transfer',
      target: null,
      method: 'session',
      rules: '2024-11-01',
    } as const;
    await insertIntents(tx, [newIntent(paid, asked, { state: 'done' })]);
  });

const ordered = (bank: TestBank, { user, accountId }: Customer): Promise<string> =>
  bank.db.transaction(async (tx) => {
    const ctx = { ...bank, user, session: null, token: null };
    const order = {
      kind: 'boleto',
      amountCents: 100,
      description: 'Boleto',
      fromAccountId: accountId,
    } as const;
    const id = await placeOrder(tx, ctx, { ...order, target: '1'.repeat(47) });
    const input = { accountNumber: '0000-0000', amount: 200, description: 'Aula' };
    const covered = { payment: { kind: 'transfer', input }, cover: 100, paymentKey: `cover:${id}` } as const;
    await insertCovered(tx, [newCoveredRow(ctx, id, covered)]);
    await record(tx, systemActor(bank), { action: 'pay_boleto', entityType: 'transaction', entityId: id });
    return id;
  });

/** An undecided proposal, and a credit paid out without its signature. */
async function lent(bank: TestBank, { call }: Customer, admin: Admin) {
  const loan = { amount: '100.00', termMonths: 2, purpose: 'Material de estudo' };
  const { id: creditId } = await call.credit.proposals.create(loan);
  await admin.call.credit.proposals.approve({ id: creditId });
  const { id: proposalId } = await call.credit.proposals.create(loan);
  const { creditProposals: proposals, instalments } = bank.db.tables;
  await bank.db.transaction(async (tx) => {
    const paidOut = { status: 'active' as const, paidOutOn: bank.clock.today() };
    await tx.update(proposals).set(paidOut).where(eq(proposals.id, creditId));
    // Any file of the data folder, here the project's.
    const analysed = { analysisPdfPath: 'package.json' };
    await tx.update(proposals).set(analysed).where(eq(proposals.id, proposalId));
  });
  const [first] = await bank.db.select().from(instalments).where(eq(instalments.proposalId, creditId));
  return { proposalId, creditId, instalmentId: first?.id ?? 'none' };
}

async function device(bank: TestBank, userId: string): Promise<string> {
  const mark = newId();
  await bank.db.transaction((tx) =>
    registerFirstDevice(tx, { clock: bank.clock, request: REQUEST }, { userId, mark }),
  );
  const { devices } = bank.db.tables;
  const [row] = await bank.db.select().from(devices).where(eq(devices.mark, mark));
  return row?.id ?? 'none';
}

/** Copies of the scene's database with these variables. `drop` it at the end. */
export async function matrixScenes() {
  const { bank, ...scene } = await matrixScene();
  const image = await takeImage(bank.db);
  return {
    next: async (env: Record<string, string> = {}) => ({
      ...scene,
      bank: await testBank({ DATA_DIR: '.', ...env }, { image }),
    }),
    drop: image.drop,
  };
}

/** A hash of everything stored, except attempt counts. */
export async function fingerprint({ db }: TestBank): Promise<string> {
  // One statement, prepared: one per table took longer than the calls between two fingerprints.
  const query = db.prepared('fingerprint', (on, { attempts, ...tables }) => {
    const stored = Object.values(tables).map((table) => rowsOf(on.engine, table));
    return on
      .select({ rows: sql<string>`rows_text` })
      .from(sql`(${sql.join(stored, sql` union all `)}) as stored`);
  });
  const hash = createHash('sha256');
  for (const { rows } of await query.execute()) hash.update(rows);
  return hash.digest('hex');
}

type Table = TestBank['db']['tables'][keyof TestBank['db']['tables']];

function rowsOf(engine: 'sqlite' | 'postgres', table: Table): SQL {
  const name = getTableName(table);
  const values = Object.values(getTableColumns(table)).map((column) => sql`quote(${column})`);
  const row = engine === 'sqlite' ? sql.join(values, sql` || ',' || `) : sql`${sql.identifier(name)}::text`;
  const rows = sql`coalesce(string_agg(${row}, ';' order by ${row}), '')`;
  return sql`select ${sql.raw(`'${name}: '`)} || ${rows} as rows_text from ${table}`;
}

import { eq } from 'drizzle-orm';
import { parseDocument } from '#domain/tax-id';
import type { ProviderOptions } from '#server/provider/client';
import { callerOf, makeAdmin, makeCustomer } from '#server/testing/people';
import { settledCodes } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { type Started, started } from '#simulator/testing/started';
import { processEvents } from '../process-events.ts';

export type Customer = Awaited<ReturnType<typeof makeCustomer>>;

/** A bank with a running provider, and two customers without external accounts. */
export async function pixScene({
  switches,
  faults,
  provider,
  verify = true,
  env = {},
}: Parameters<typeof started>[0] & {
  provider?: Partial<ProviderOptions>;
  verify?: boolean;
  env?: Record<string, string>;
} = {}) {
  const simulator = await started({ ...(switches && { switches }), ...(faults && { faults }) });
  const { url, apiKey } = simulator;
  const bank = await testBank(env, { provider: { url, apiKey, ...provider }, verify });
  const ana = await makeCustomer(bank, { fullName: 'Ana Moreira', cpf: '52998224725' });
  const bruno = await makeCustomer(bank, { fullName: 'Bruno Nogueira', cpf: '11144477735' });
  const admin = await makeAdmin(bank);
  return { bank, simulator, ana, bruno, admin, nobody: callerOf(bank, null) };
}

export async function activate(
  { bank, simulator }: { bank: TestBank; simulator: Started },
  customer: Customer,
) {
  await customer.call.pix.createSubaccount();
  const key = await apiKeyOf(bank, customer);
  await simulator.as(key)('POST', '/v3/sandbox/myAccount/approve');
  return customer.call.pix.account();
}

export function cpfOf(place: number): string {
  const base = String(100_200_300 + place * 7_919);
  for (let digits = 0; digits < 100; digits += 1) {
    const cpf = `${base}${String(digits).padStart(2, '0')}`;
    if (parseDocument(cpf)) return cpf;
  }
  throw new Error(`no check digits for ${base}`);
}

/** Customers with open external accounts, who follow one another in every list of accounts. */
export async function makeNeighbours(
  scene: { bank: TestBank; simulator: Started },
  count: number,
): Promise<Customer[]> {
  const made: Customer[] = [];
  for (let place = 0; place < count; place += 1) {
    const customer = await makeCustomer(scene.bank, { cpf: cpfOf(place) });
    await activate(scene, customer);
    made.push(customer);
  }
  return made;
}

/** With the fault `quota`: calls the provider with the customer's own key until it is answered 429. */
export async function exhaustQuota({ call }: Customer): Promise<void> {
  while ((await settledCodes([call.pix.keys.list()]))[0] !== 'PROVIDER_BUSY');
}

export async function apiKeyOf(bank: TestBank, { user }: Customer): Promise<string> {
  const { apiKey } = await externalRow(bank, user.id);
  return bank.keys.decrypt('asaas', apiKey ?? '', `external_accounts|${user.id}`);
}

/** As after the loss of the key that encrypted it. */
export async function loseApiKey(bank: TestBank, { user }: Customer): Promise<void> {
  const { externalAccounts } = bank.db.tables;
  const lost = { apiKey: 'v1:lost:AAAA:AAAA:AAAA' };
  await bank.db.transaction((tx) =>
    tx.update(externalAccounts).set(lost).where(eq(externalAccounts.userId, user.id)),
  );
}

export async function externalRow(bank: TestBank, userId: string) {
  const { externalAccounts } = bank.db.tables;
  const [row] = await bank.db.select().from(externalAccounts).where(eq(externalAccounts.userId, userId));
  if (!row) throw new Error(`user ${userId} has no external account`);
  return row;
}

/** Delivers an event of the customer's account and processes it; returns its row. */
export async function deliverEvent(
  bank: TestBank,
  { user }: Customer,
  { event, objectId, id = `evt_${event}_${objectId}` }: { event: string; objectId: string; id?: string },
) {
  const { users, providerEvents } = bank.db.tables;
  const [row] = await bank.db.select().from(users).where(eq(users.id, user.id));
  const at = bank.clock.real();
  await bank.db.transaction(async (tx) => {
    await tx.insert(tx.tables.providerEvents).values({
      id,
      event,
      objectId,
      accountProviderId: row?.asaasSubAccountId ?? null,
      receivedAt: at,
      attempts: 0,
      nextAttemptAt: at,
    });
  });
  await processEvents(bank);
  const [stored] = await bank.db.select().from(providerEvents).where(eq(providerEvents.id, id));
  return stored;
}

export async function auditedChanges(bank: TestBank, action: string): Promise<unknown[]> {
  const { auditLog } = bank.db.tables;
  const rows = await bank.db.select().from(auditLog).orderBy(auditLog.seq);
  return rows.filter((row) => row.action === action).map(({ changes }) => JSON.parse(changes ?? 'null'));
}

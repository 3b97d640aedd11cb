import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { apiKeyOf, type Customer, externalRow, pixScene } from '#server/payments/testing/scene';
import { reply, tinyProvider } from '#server/provider/testing/tiny-provider';
import { test } from '#server/testing/bank-test';
import { closeRelation, makeCustomer } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';

const ANA_THERE = {
  name: 'Ana Moreira',
  email: 'ana@outro.example',
  cpfCnpj: '52998224725',
  birthDate: '1990-01-31',
  mobilePhone: '11987654321',
  incomeValue: 5000,
  address: 'Rua das Flores',
  addressNumber: '10',
  province: 'Centro',
  postalCode: '09710000',
};
const there = { id: 'acc-1', walletId: 'wallet-1', cpfCnpj: '529.982.247-25' };

type Scene = Awaited<ReturnType<typeof pixScene>>;

const userOf = async ({ bank }: Pick<Scene, 'bank'>, { user }: Customer) => {
  const { users } = bank.db.tables;
  const [row] = await bank.db.select().from(users).where(eq(users.id, user.id));
  return row;
};

/** As after a request whose answer was lost. */
const ask = ({ db, clock }: TestBank, { user }: Customer) =>
  db.transaction(async (tx) => {
    const at = { createdAt: clock.now(), checkedAt: clock.real() };
    await tx.insert(tx.tables.externalAccounts).values({ userId: user.id, ...at });
  });

const accountsThere = async ({ simulator }: Scene): Promise<unknown> =>
  (await simulator.root('GET', '/v3/accounts')).body.totalCount;

describe('an activation whose answer is lost', () => {
  test('after a lost answer the next activation finds the account, and gets a new key for it', async () => {
    const scene = await pixScene();
    const { bank, ana, simulator } = scene;
    const { body } = await simulator.root('POST', '/v3/accounts', ANA_THERE);
    await ask(bank, ana);
    await ana.call.pix.createSubaccount();
    expect(await userOf(scene, ana)).toMatchObject({ asaasSubAccountId: body.id });
    const key = await apiKeyOf(bank, ana);
    expect(key).not.toBe(body.apiKey);
    expect((await simulator.as(key)('GET', '/v3/finance/balance')).status).toBe(200);
    // The adopted account may lack the webhook, so it is set.
    expect((await simulator.as(key)('GET', '/v3/webhooks')).body.data).toMatchObject([
      { url: 'http://localhost:3000/api/asaas/webhook', enabled: true, hasAuthToken: true },
    ]);
    expect(await accountsThere(scene)).toBe(1);
  });

  test('an account that the bank did not ask for is taken by whoever has confirmed its e-mail, and by nobody else', async () => {
    const { bank, ana, simulator } = await pixScene();
    await simulator.root('POST', '/v3/accounts', ANA_THERE);
    const activate = () => ana.call.pix.createSubaccount();
    expect(await refusalOf(activate())).toMatchObject({
      code: 'SUBACCOUNT_EXISTS',
      error: expect.stringMatching(/atendimento/),
    });
    const { users } = bank.db.tables;
    const now = async (changes: Partial<typeof users.$inferInsert>) =>
      bank.db.transaction(
        async (tx) => void (await tx.update(users).set(changes).where(eq(users.id, ana.user.id))),
      );
    await now({ email: ANA_THERE.email, emailConfirmedAt: null });
    expect(await codeOf(activate())).toBe('SUBACCOUNT_EXISTS');
    await now({ emailConfirmedAt: bank.clock.now() });
    await activate();
  });

  test('the account of a record whose document was freed is not taken by who registered it then, whatever the e-mail', async () => {
    const scene = await pixScene();
    const { bank, ana } = scene;
    await ana.call.pix.createSubaccount();
    const { users } = bank.db.tables;
    const email = (await userOf(scene, ana))?.email ?? '';
    const freed = {
      email: 'encerrado@encerrado.invalid',
      isActive: false,
      documentFreedAt: bank.clock.now(),
    };
    await bank.db.transaction((tx) => tx.update(users).set(freed).where(eq(users.id, ana.user.id)));
    const owner = await makeCustomer(bank, { cpf: '52998224725' });
    const confirmed = { email, emailConfirmedAt: bank.clock.now() };
    await bank.db.transaction((tx) => tx.update(users).set(confirmed).where(eq(users.id, owner.user.id)));
    await ask(bank, owner);
    const key = await apiKeyOf(bank, ana);
    expect(await refusalOf(owner.call.pix.createSubaccount())).toMatchObject({
      code: 'SUBACCOUNT_EXISTS',
      error: expect.stringMatching(/atendimento/),
    });
    expect(await apiKeyOf(bank, ana)).toBe(key);
    expect(await externalRow(bank, owner.user.id)).toMatchObject({ walletId: null });
  });

  test("after a lost answer no account of somebody else is taken, whatever the provider's search returns", async () => {
    const others = { id: 'acc-9', walletId: 'wallet-9', cpfCnpj: '11144477735' };
    const unnamed = { id: 'acc-8', walletId: 'wallet-8' };
    const { url } = await tinyProvider((response, { method, url }) => {
      if (method === 'POST') return reply(response, 200, { apiKey: 'second-key' });
      const isFirst = new URL(url, 'http://x').searchParams.get('offset') === '0';
      reply(response, 200, { data: isFirst ? [others, unnamed] : [there], hasMore: isFirst });
    });
    const bank = await testBank({}, { provider: { url, apiKey: 'root-key' } });
    const ana = await makeCustomer(bank, { cpf: '52998224725' });
    await ask(bank, ana);
    await ana.call.pix.createSubaccount();
    expect(await externalRow(bank, ana.user.id)).toMatchObject({ walletId: there.walletId });
  });

  test('after a lost answer no second account is requested while the first may still be opened', async () => {
    const made: string[] = [];
    let isSeen = false;
    const { url } = await tinyProvider((response, { method, url, body }) => {
      if (method === 'GET') return reply(response, 200, { data: isSeen ? [there] : [], hasMore: false });
      if (url.endsWith('/accessTokens')) return reply(response, 200, { apiKey: 'second-key' });
      made.push(body);
      return reply(response, 500, {});
    });
    const bank = await testBank({}, { provider: { url, apiKey: 'root-key' } });
    const ana = await makeCustomer(bank, { cpf: '52998224725' });
    const ask = () => ana.call.pix.createSubaccount();
    expect(await refusalOf(ask())).toMatchObject({ status: 502, code: 'PROVIDER_FAILED' });
    expect(await refusalOf(ask())).toEqual({
      status: 409,
      code: 'SUBACCOUNT_EXISTS',
      error: 'A ativação da sua conta está em andamento. Tente novamente em um minuto.',
    });
    expect(made).toHaveLength(1);
    isSeen = true;
    await ask();
    expect(made).toHaveLength(1);
    expect(await apiKeyOf(bank, ana)).toBe('second-key');
    expect(await externalRow(bank, ana.user.id)).toMatchObject({ walletId: there.walletId });
  });

  test('after a lost answer a new account is requested once the first can no longer be opened', async () => {
    const made: string[] = [];
    const { url } = await tinyProvider((response, { method, body }) => {
      if (method === 'GET') return reply(response, 200, { data: [], hasMore: false });
      made.push(body);
      return made.length === 1 ? reply(response, 500, {}) : reply(response, 200, { ...there, apiKey: 'key' });
    });
    const bank = await testBank({}, { provider: { url, apiKey: 'root-key' } });
    const ana = await makeCustomer(bank, { cpf: '52998224725' });
    expect(await codeOf(ana.call.pix.createSubaccount())).toBe('PROVIDER_FAILED');
    bank.clock.passSeconds(61);
    await ana.call.pix.createSubaccount();
    expect(made).toHaveLength(2);
  });

  test('an activation whose customer closes the relation meanwhile asks for no account, which would have the freed document', async () => {
    const made: string[] = [];
    let close = async () => {};
    const { url } = await tinyProvider(async (response, { method, body }) => {
      if (method === 'POST') made.push(body);
      await close();
      reply(response, 200, { data: [], hasMore: false });
    });
    const bank = await testBank({}, { provider: { url, apiKey: 'root-key' } });
    const ana = await makeCustomer(bank, { cpf: '52998224725' });
    close = () => closeRelation(bank, ana.user.id);
    expect(await codeOf(ana.call.pix.createSubaccount())).toBe('UNAUTHENTICATED');
    expect(made).toEqual([]);
  });
});

import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { raceTest } from '#db/testing/race-test';
import { ATTEMPT_LIMITS, BANK_CALLS_FEW } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { holdFormerEmail } from '#server/auth/email-hold';
import { newLinkToken } from '#server/auth/link-token';
import { spendAll } from '#server/auth/testing/spend-all';
import {
  apiKeyOf,
  auditedChanges,
  type Customer,
  externalRow,
  pixScene,
} from '#server/payments/testing/scene';
import { test } from '#server/testing/bank-test';
import { makeCustomer } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { findExternal, isOpen } from './external-account.ts';

type Scene = Awaited<ReturnType<typeof pixScene>>;

const userOf = async ({ bank }: Pick<Scene, 'bank'>, { user }: Customer) => {
  const { users } = bank.db.tables;
  const [row] = await bank.db.select().from(users).where(eq(users.id, user.id));
  return row;
};

const accountsThere = async ({ simulator }: Scene): Promise<unknown> =>
  (await simulator.root('GET', '/v3/accounts')).body.totalCount;

const externalLedgerAccounts = ({ bank }: Scene) =>
  bank.db.$count(bank.db.tables.accounts, eq(bank.db.tables.accounts.accountType, 'external'));

describe('opening the account at the provider', () => {
  test('the provider gets the e-mail from before a change that can be undone', async () => {
    const scene = await pixScene();
    const { bank, ana, simulator } = scene;
    const user = await userOf(scene, ana);
    const email = 'outra@correio.example';
    await bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      if (user) await holdFormerEmail(tx, bank, { user, email, token: newLinkToken() });
      await tx.update(users).set({ email }).where(eq(users.id, ana.user.id));
    });
    await ana.call.pix.createSubaccount();
    const { body } = await simulator.root('GET', '/v3/accounts?cpfCnpj=52998224725');
    expect(body.data).toMatchObject([{ email: user?.email }]);
  });

  test('a frozen account is not activated', async () => {
    const scene = await pixScene();
    await scene.ana.call.auth.freeze();
    expect(await codeOf(scene.ana.call.pix.createSubaccount())).toBe('ACCOUNT_FROZEN_BY_OWNER');
    expect(await accountsThere(scene)).toBe(0);
  });

  test('an activation stores the provider’s ids, encrypts its key, and opens the ledger’s mirror account, in one commit', async () => {
    const scene = await pixScene();
    const { bank, ana, simulator } = scene;
    expect(await ana.call.pix.createSubaccount()).toEqual({
      message: expect.stringContaining('Conta ativada'),
    });
    const { body } = await simulator.root('GET', '/v3/accounts?cpfCnpj=52998224725');
    const [there] = body.data as { id: string; walletId: string; name: string; incomeValue: number }[];
    expect(there).toMatchObject({
      name: 'Ana Moreira',
      incomeValue: 5000,
      mobilePhone: '11987654321',
      birthDate: '1990-01-31',
      province: 'Centro',
      address: 'Rua das Flores',
      addressNumber: '10',
      postalCode: '09710000',
    });
    expect(await userOf(scene, ana)).toMatchObject({
      asaasSubAccountId: there?.id,
      asaasAccountStatus: 'pending',
    });
    const row = await externalRow(bank, ana.user.id);
    expect(row).toMatchObject({
      walletId: there?.walletId,
      general: null,
      checkedAt: null,
      activatedAt: null,
    });
    expect(row.apiKey).toMatch(/^v1:test:/);
    const own = simulator.as(await apiKeyOf(bank, ana));
    expect((await own('GET', '/v3/myAccount/status')).body.id).toBe(there?.id);
    const { accounts } = bank.db.tables;
    const [mirror] = await bank.db
      .select()
      .from(accounts)
      .where(eq(accounts.id, row.accountId ?? ''));
    expect(mirror).toMatchObject({ userId: ana.user.id, accountType: 'external', isActive: true });
    expect(await auditedChanges(bank, 'request_external_account')).toEqual([null]);
    expect(await auditedChanges(bank, 'create_external_account')).toEqual([
      { subAccountId: there?.id, accountId: row.accountId, status: { from: null, to: 'pending' } },
    ]);
  });

  test('an activation registers the bank’s webhook, with its token', async () => {
    const { bank, ana, simulator } = await pixScene();
    await ana.call.pix.createSubaccount();
    const { body } = await simulator.as(await apiKeyOf(bank, ana))('GET', '/v3/webhooks');
    const [webhook] = body.data as { url: string; email: string; events: string[] }[];
    expect(webhook).toMatchObject({
      url: 'http://localhost:3000/api/asaas/webhook',
      email: bank.env.SUPPORT_EMAIL,
    });
    expect(webhook?.events).toEqual(
      expect.arrayContaining([
        'ACCOUNT_STATUS_GENERAL_APPROVAL_APPROVED',
        'TRANSFER_DONE',
        'PAYMENT_RECEIVED',
      ]),
    );
  });

  test('an activation opens an account for a company, too', async () => {
    const scene = await pixScene();
    const company = await makeCustomer(scene.bank, { fullName: 'Padaria Sol Ltda', cnpj: '11222333000181' });
    await company.call.pix.createSubaccount();
    expect(await userOf(scene, company)).toMatchObject({ asaasAccountStatus: 'pending' });
  });

  test('a second activation is refused', async () => {
    const scene = await pixScene();
    await scene.ana.call.pix.createSubaccount();
    expect(await refusalOf(scene.ana.call.pix.createSubaccount())).toEqual({
      status: 409,
      code: 'SUBACCOUNT_EXISTS',
      error: 'Sua conta de pagamentos já está ativada',
    });
    expect(await accountsThere(scene)).toBe(1);
  });

  test('an activation is refused to administrators and to anybody not signed in', async () => {
    const { nobody, admin } = await pixScene();
    expect(await codeOf(nobody.pix.createSubaccount())).toBe('UNAUTHENTICATED');
    expect(await codeOf(admin.call.pix.createSubaccount())).toBe('FORBIDDEN');
  });

  test('an activation with an incomplete profile names what is missing, and does not call the provider', async () => {
    const scene = await pixScene();
    const { bank, ana } = scene;
    await bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      const lacking = {
        phone: '',
        zipCode: '',
        street: '',
        number: '',
        neighborhood: '',
        monthlyIncomeCents: 0,
      };
      await tx.update(users).set(lacking).where(eq(users.id, ana.user.id));
    });
    expect(await refusalOf(ana.call.pix.createSubaccount())).toEqual({
      status: 400,
      code: 'PROFILE_INCOMPLETE',
      error: 'Verifique seus dados cadastrais. Falta: Telefone, CEP, Rua, Número, Bairro, Renda mensal.',
      fields: {
        phone: 'Telefone',
        zipCode: 'CEP',
        street: 'Rua',
        number: 'Número',
        neighborhood: 'Bairro',
        monthlyIncome: 'Renda mensal',
      },
    });
    expect(await accountsThere(scene)).toBe(0);
    expect(await findExternal(bank.db, ana.user.id)).toBeNull();
  });

  test('an activation refused by the provider says why in its words, and can be repeated', async () => {
    const scene = await pixScene();
    const { bank, ana } = scene;
    const setCep = (zipCode: string) =>
      bank.db.transaction(async (tx) => {
        await tx.update(tx.tables.users).set({ zipCode }).where(eq(tx.tables.users.id, ana.user.id));
      });
    await setCep('00000000');
    expect(await refusalOf(ana.call.pix.createSubaccount())).toEqual({
      status: 400,
      code: 'PROVIDER_REFUSED',
      error: 'O CEP informado é inválido.',
    });
    expect(isOpen(await findExternal(bank.db, ana.user.id))).toBe(false);
    await setCep('09710000');
    await ana.call.pix.createSubaccount();
    expect(await accountsThere(scene)).toBe(1);
  });

  test('an activation is limited to ten an hour, and refused while all customers have used their share', async () => {
    const { bank, ana, bruno, simulator } = await pixScene();
    const ask = () => refusalOf(ana.call.pix.createSubaccount());
    await countAttempt(bank, 'bankLookups', 'bank', ATTEMPT_LIMITS.bankLookups.max);
    const { max, windowSeconds } = ATTEMPT_LIMITS.activation;
    for (let count = 0; count < max; count += 1)
      expect(await ask()).toMatchObject({ status: 503, code: 'PROVIDER_BUSY', retryAfterSeconds: 43_200 });
    expect(await ask()).toMatchObject({ status: 429, retryAfterSeconds: windowSeconds });
    expect(bank.logged.filter((text) => text.includes('called the payment provider'))).toEqual([]);
    bank.clock.passSeconds(ATTEMPT_LIMITS.bankLookups.windowSeconds);
    // After the provider's 429 nothing is left behind that would delay the next attempt.
    simulator.simulator.faults.quota = 1;
    expect(await codeOf(bruno.call.pix.createSubaccount())).toBe('PROVIDER_BUSY');
    simulator.simulator.faults.quota = 0;
    await bruno.call.pix.createSubaccount();
  });

  test('whoever had few activations refused in a day shares half of the look-ups with others who had', async () => {
    const { bank, ana, bruno } = await pixScene();
    await bank.db.transaction((tx) => tx.update(tx.tables.users).set({ zipCode: '00000000' }));
    const ask = () => codeOf(ana.call.pix.createSubaccount());
    for (let count = 0; count < BANK_CALLS_FEW; count += 1) expect(await ask()).toBe('PROVIDER_REFUSED');
    bank.clock.passSeconds(3600);
    const { max } = ATTEMPT_LIMITS.bankLookupsOften;
    await countAttempt(bank, 'bankLookupsOften', 'bank', max);
    expect(await ask()).toBe('PROVIDER_BUSY');
    expect(await codeOf(bruno.call.pix.createSubaccount())).toBe('PROVIDER_REFUSED');
    bank.clock.passSeconds(3600);
    await spendAll(bank, 'activationDay', ana.user.id);
    expect(await ask()).toBe('TOO_MANY_ATTEMPTS');
  });

  test('an activation without a configured provider is refused, and stores nothing', async ({ bank }) => {
    const { user, call } = await makeCustomer(bank, { cpf: '52998224725' });
    expect(await refusalOf(call.pix.createSubaccount())).toMatchObject({
      status: 502,
      code: 'PROVIDER_FAILED',
    });
    expect(await findExternal(bank.db, user.id)).toBeNull();
  });
});

raceTest('eight concurrent activations open one account, and one mirror of it', async () => {
  const scene = await pixScene();
  const codes = await Promise.all(
    Array.from({ length: 8 }, () =>
      scene.ana.call.pix.createSubaccount().then(
        () => 'made',
        async (error: unknown) => codeOf(Promise.reject(error)),
      ),
    ),
  );
  expect(codes).toContain('made');
  expect(codes.filter((code) => code !== 'made' && code !== 'SUBACCOUNT_EXISTS')).toEqual([]);
  expect(await accountsThere(scene)).toBe(1);
  expect(await externalLedgerAccounts(scene)).toBe(1);
  expect(await auditedChanges(scene.bank, 'create_external_account')).toHaveLength(1);
});

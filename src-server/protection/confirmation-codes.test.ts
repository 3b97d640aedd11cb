import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { holdFormerEmail } from '#server/auth/email-hold';
import { newLinkToken } from '#server/auth/link-token';
import { spendAll } from '#server/auth/testing/spend-all';
import { PRODUCT } from '#server/investment/testing/product';
import { test as base } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { fund, letterTo, newKey, sessionOf } from './testing/protected-bank.ts';

/** `ask`: asks for a payment at an address; its confirmation there. */
const test = base
  .extend('env', { MONEY_RULES: 'standard' } as Record<string, string>)
  .extend('ask', async ({ bank, ana, bruno }) => {
    const emailConfirmedAt = bank.clock.real();
    await bank.db.transaction((tx) => tx.update(tx.tables.users).set({ emailConfirmedAt }));
    const { accountNumber } = bruno;
    return async (ip: string) => {
      const { account } = sessionOf(bank, ana, { ip });
      const payment = { accountNumber, amount: '40.00', description: 'Aluguel', idempotencyKey: newKey() };
      const refused = await refusalOf(account.transfer(payment));
      expect(refused.code).toBe('CONFIRMATION_REQUIRED');
      const { confirmationId: id = '' } = refused as { confirmationId?: string };
      const { sendCode, prove } = account.confirmations;
      return { send: () => sendCode({ id }), prove: (emailCode: string) => prove({ id, emailCode }) };
    };
  });

test('the accounts of one address get few codes for payments together, since those of others wait behind them, and what it refuses uses up none', async ({
  bank,
  ask,
}) => {
  const { max } = ATTEMPT_LIMITS.confirmationCodeAddress;
  await countAttempt(bank, 'confirmationCodeAddress', '203.0.113.9', max);
  expect(await codeOf((await ask('203.0.113.9')).send())).toBe('TOO_MANY_ATTEMPTS');
  const { attempts } = bank.db.tables;
  const rows = await bank.db.select().from(attempts);
  expect(rows.filter(({ bucket }) => bucket.startsWith('confirmationCode:'))).toEqual([]);
  expect(await (await ask('203.0.113.10')).send()).toMatchObject({ success: true });
});

test('a code that the address refuses to compare uses up no try', async ({ bank, ask }) => {
  const ip = '203.0.113.9';
  const { send, prove } = await ask(ip);
  await send();
  const [code = ''] = /\d{6}/.exec(await letterTo(bank, 'payment_code')) ?? [];
  await countAttempt(bank, 'hashAddress', ip, ATTEMPT_LIMITS.hashAddress.max);
  expect(await codeOf(prove(code))).toBe('TOO_MANY_ATTEMPTS');
  const { confirmations } = bank.db.tables;
  expect(await bank.db.select().from(confirmations)).toMatchObject([{ attempts: 0 }]);
  bank.clock.passSeconds(ATTEMPT_LIMITS.hashAddress.windowSeconds);
  expect(await codeOf(prove(code === '000000' ? '111111' : '000000'))).toBe('CONFIRMATION_CODE');
  expect(await bank.db.select().from(confirmations)).toMatchObject([{ attempts: 1 }]);
  await prove(code);
});

test('no code for a payment goes to a former address that nobody confirmed: it may be a stranger’s', async ({
  bank,
  ana,
  ask,
}) => {
  await bank.db.transaction(async (tx) => {
    const { users } = tx.tables;
    const [user] = await tx.select().from(users).where(eq(users.id, ana.user.id));
    if (!user) throw new Error('Ana not found');
    const former = { ...user, email: 'errado@correio.example', emailConfirmedAt: null };
    await holdFormerEmail(tx, bank, { user: former, email: user.email, token: newLinkToken() });
  });
  expect(await codeOf((await ask('203.0.113.9')).send())).toBe('CONFIRMATION_WAY');
});

test.for(['contact', 'contract'])(
  'codes for a %s are counted with those for payments at one address',
  async (kind, { bank, admin, ana, bruno }) => {
    await bank.db.transaction((tx) => tx.update(tx.tables.users).set({ emailConfirmedAt: null }));
    await fund(admin, bruno, '50.00');
    const product = await admin.call.investment.products.create(PRODUCT);
    const askCode = async (person: typeof ana, ip: string) => {
      const { auth, contract } = sessionOf(bank, person, { ip });
      if (kind === 'contact') return auth.contacts.requestCode({ channel: 'email' });
      await person.call.investment.create({ productId: product.id, amount: '10.00' });
      const [made] = await person.call.contract.list();
      return contract.requestOtp({ id: made?.id ?? '' });
    };
    const { max } = ATTEMPT_LIMITS.confirmationCodeAddress;
    await countAttempt(bank, 'confirmationCodeAddress', '203.0.113.9', max - 1);
    expect(await askCode(ana, '203.0.113.9')).toMatchObject({ success: true });
    expect(await codeOf(askCode(bruno, '203.0.113.9'))).toBe('TOO_MANY_ATTEMPTS');
    bank.clock.passSeconds(60);
    expect(await askCode(bruno, '203.0.113.10')).toMatchObject({ success: true });
  },
);

test('a code for a contract that its customer has used up uses up none of the address', async ({
  bank,
  admin,
  ana,
}) => {
  await fund(admin, ana, '50.00');
  const product = await admin.call.investment.products.create(PRODUCT);
  const { contract } = sessionOf(bank, ana, { ip: '203.0.113.9' });
  await ana.call.investment.create({ productId: product.id, amount: '10.00' });
  const [made] = await ana.call.contract.list();
  await spendAll(bank, 'contractCodeUser', ana.user.id);
  expect(await codeOf(contract.requestOtp({ id: made?.id ?? '' }))).toBe('TOO_MANY_ATTEMPTS');
  const { attempts } = bank.db.tables;
  const rows = await bank.db.select().from(attempts);
  expect(rows.filter(({ bucket }) => bucket.startsWith('confirmationCodeAddress'))).toEqual([]);
});

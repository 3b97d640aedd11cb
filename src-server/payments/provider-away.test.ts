/** @module-tag prove */
import { expect, test } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { openProvider } from '#server/provider/client';
import { tinyProvider } from '#server/provider/testing/tiny-provider';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { callerOf } from '#server/testing/people';
import { refusalOf } from '#server/testing/refusal-of';
import { restClient } from '#server/testing/rest-client';
import { activate, pixScene } from './testing/scene.ts';

const TIMEOUT_MS = 500;
/** Allowed beyond the time-out of the one call, on a busy machine. */
const MARGIN_MS = 3_000;

/** A dynamic code, which only the provider can read. */
const DYNAMIC =
  '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4';

type Ask = [method: 'GET' | 'POST', path: string, body?: object];

async function scene() {
  const { bank, simulator, admin, bruno } = await pixScene();
  const registered = await restClient(bank)('POST', '/api/auth/register', joana);
  const { id } = registered.body.user;
  const own = { id, fullName: joana.fullName, role: 'cliente' as const };
  await activate({ bank, simulator }, { ...bruno, user: own, call: callerOf(bank, own) });
  const { accounts } = bank.db.tables;
  const account = (await bank.db.select().from(accounts)).find(
    ({ userId, accountType }) => userId === id && accountType === 'checking',
  );
  await admin.call.admin.accounts.adjust({ id: account?.id ?? '', amount: '1000.00', reason: 'Depósito' });
  const cookie = { cookie: cookieOf(registered), 'x-requested-with': 'test' };
  /** The bank with another provider; its answers come with their durations. */
  const withProvider = (url: string) => {
    const provider = openProvider({ url, apiKey: simulator.apiKey, timeoutMs: TIMEOUT_MS });
    const call = caller({ ...bank, provider });
    const ask = async ([method, path, body]: Ask) => {
      const beganMs = performance.now();
      const reply = await call(method, path, body, cookie);
      return { ...reply, tookMs: performance.now() - beganMs };
    };
    const as = (user: typeof own | typeof admin.user) => callerOf({ ...bank, provider }, user);
    return { ask, bruno: as({ ...bruno.user, role: 'cliente' }), admin: as(admin.user) };
  };
  return { bank, simulator, withProvider, brunosNumber: bruno.accountNumber };
}

const needsNoProvider = (accountNumber: string): Ask[] => [
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/api/auth/me'],
  ['GET', '/api/accounts'],
  ['GET', '/api/accounts/month-summary'],
  ['GET', '/api/ledger'],
  ['GET', '/api/ledger/export?format=csv'],
  ['POST', '/api/transfers', { accountNumber, amount: '10.00', description: 'Aula' }],
  ['GET', '/api/credit/summary'],
  ['POST', '/api/credit/simulate', { amount: '5000.00', termMonths: 12 }],
  ['GET', '/api/investments'],
  ['GET', '/api/notifications'],
  ['GET', '/api/asaas/orders'],
  // Last, since it ends the session of the other requests.
  ['POST', '/api/auth/login', { document: joana.cpf, password: joana.password }],
];

const NEEDS_PROVIDER: Ask[] = [
  ['GET', '/api/asaas/balance'],
  ['GET', '/api/asaas/documents'],
  ['GET', '/api/asaas/pix/keys'],
  ['POST', '/api/asaas/pix/create-key', { type: 'EVP' }],
  ['POST', '/api/asaas/pix/qrcode', { amount: '10.00', description: 'Aula' }],
  ['POST', '/api/asaas/pix/decode', { payload: DYNAMIC }],
  ['POST', '/api/asaas/pix/transfer', { pixKey: 'maria@correio.example', amount: '1.00' }],
  ['POST', '/api/asaas/move', { direction: 'in', amount: '1.00' }],
  ['POST', '/api/boletos/pay', { line: newBankBoleto(10_000, '2026-03-20', 1).line }],
];

const REFUSED = { status: 502, code: 'PROVIDER_FAILED' };
const LATE = { status: 504, code: 'PROVIDER_TIMEOUT' };

test.each([
  ['refuses connections', REFUSED],
  ['breaks them', REFUSED],
  ['takes them and never answers', LATE],
])(
  'with a provider that %s, calls that need it say so in time and everything else works',
  async (how, said) => {
    const { bank, simulator, withProvider, brunosNumber } = await scene();
    const tiny = await tinyProvider((response) => {
      if (how === 'breaks them') response.destroy();
    });
    const { ask, bruno, admin } = withProvider(how === 'refuses connections' ? simulator.url : tiny.url);
    if (how === 'refuses connections') await simulator.goDown();
    const before = await bank.db.$count(bank.db.tables.transactions);
    for (const request of NEEDS_PROVIDER) {
      const { status, body, text, tookMs } = await ask(request);
      const label = `${request[1]}: ${status} ${text}`;
      expect({ status, code: body.code }, label).toEqual(said);
      expect(body.error, label).toMatch(/^O provedor de pagamentos /);
      expect(tookMs, label).toBeLessThan(TIMEOUT_MS + MARGIN_MS);
    }
    expect(await refusalOf(bruno.pix.createSubaccount())).toMatchObject({ status: said.status });
    expect(await bank.db.$count(bank.db.tables.transactions)).toBe(before);
    expect(await bank.db.$count(bank.db.tables.paymentOrders)).toBe(0);
    const account = await ask(['GET', '/api/asaas/account']);
    expect(account).toMatchObject({ status: 200, body: { account: { status: 'approved', isFresh: false } } });
    const preview = await ask([
      'POST',
      '/api/boletos/preview',
      { line: newBankBoleto(10_000, '2026-03-20', 1).line },
    ]);
    expect(preview).toMatchObject({
      status: 200,
      body: { boleto: { amount: '100.00', isConfirmed: false } },
    });
    for (const request of needsNoProvider(brunosNumber)) {
      const { status, text } = await ask(request);
      expect([200, 201], `${request[1]}: ${status} ${text.slice(0, 300)}`).toContain(status);
    }
    // The back office works and reports the provider's side as not verified.
    expect(await admin.admin.overview({ days: 7 })).toBeTruthy();
    const { ok, checks, differences } = await admin.admin.ledger.reconcile();
    expect({ ok, differences }).toEqual({ ok: true, differences: [] });
    expect(checks.filter((check) => check.ok === null).length).toBeGreaterThan(0);
    if (how === 'refuses connections') await simulator.comeBack();
  },
);

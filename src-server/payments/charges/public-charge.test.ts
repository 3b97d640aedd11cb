import { expect } from 'vitest';
import { ATTEMPT_LIMITS, CHARGE_PAGE_SECONDS } from '#domain/limits';
import { callerOf, closeRelation } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { ASKED, DATED, test } from './testing/charge-test.ts';

const NO_COOKIES = { deviceToken: null, challengeToken: null, sessionToken: null, bearerToken: null };

const codeIn = (url: string): string => url.split('/').at(-1) ?? '';

test('the page tells a payer who receives, what for and today’s total with its parts, and nothing else', async ({
  charge,
  bank,
  nobody,
}) => {
  const { url, payload } = await charge.create(DATED);
  bank.clock.set('2026-03-24T12:00:00-03:00');
  expect(await nobody.charge.page({ id: codeIn(url) })).toEqual({
    kind: 'dated',
    status: 'open',
    description: ASKED.description,
    payee: {
      name: 'Ana Moreira',
      document: '***.982.247-**',
      institution: 'ASAAS GESTÃO FINANCEIRA S.A.',
      registeredName: 'Ana Moreira',
    },
    today: { total: '102.13', original: '100.00', discount: '0.00', fine: '2.00', interest: '0.13' },
    dueDate: '2026-03-20',
    isOverdue: true,
    expiresAt: '2026-04-21T02:59:59.000Z',
    concludedAt: null,
    payload,
  });
});

test('the page of a paid, cancelled or expired charge says so, without a code and without who paid', async ({
  charge,
  bank,
  nobody,
  pay,
  tell,
}) => {
  const paid = await charge.create(ASKED);
  await tell(await pay(paid.payload));
  const page = await nobody.charge.page({ id: codeIn(paid.url) });
  expect(page).toMatchObject({ status: 'paid', payload: null, concludedAt: expect.any(String) });
  expect(JSON.stringify(page)).not.toMatch(/Carla|11144477735/);
  const cancelled = await charge.create(ASKED);
  await charge.cancel({ id: cancelled.id });
  const expired = await charge.create({ ...ASKED, expiresInMinutes: 5 });
  // Over, though the worker has not got to it.
  bank.clock.passSeconds(300);
  for (const [{ url }, status] of [[cancelled, 'cancelled'] as const, [expired, 'expired'] as const])
    expect(await nobody.charge.page({ id: codeIn(url) })).toMatchObject({ status, payload: null });
});

test('no other id opens a page, and an address cannot try many', async ({ charge, bank, nobody }) => {
  const { id, txid, url } = await charge.create(ASKED);
  for (const guess of [id, txid ?? '', 'x', codeIn(url).toLowerCase(), `${codeIn(url)}0`])
    expect(await refusalOf(nobody.charge.page({ id: guess }))).toMatchObject({
      status: 404,
      error: 'Nenhuma cobrança tem este endereço',
    });
  const other = callerOf(bank, null, {
    request: { ...NO_COOKIES, id: 'other', ip: '198.51.100.9', userAgent: 'vitest' },
  });
  const { max } = ATTEMPT_LIMITS.chargePage;
  for (let tries = 0; tries < max; tries += 1) await codeOf(other.charge.page({ id: 'x' }));
  expect(await codeOf(other.charge.page({ id: codeIn(url) }))).toBe('TOO_MANY_ATTEMPTS');
  expect((await nobody.charge.page({ id: codeIn(url) })).status).toBe('open');
});

test('a due date on a weekend is not over until the next business day is', async ({
  charge,
  bank,
  nobody,
}) => {
  const { url } = await charge.create({ ...DATED, discount: undefined, dueDate: '2026-03-21' });
  bank.clock.set('2026-03-22T12:00:00-03:00');
  expect(await nobody.charge.page({ id: codeIn(url) })).toMatchObject({
    isOverdue: false,
    today: { total: '100.00' },
  });
});

test('the page is gone 90 days after its end, and at once when its owner leaves', async ({
  charge,
  bank,
  nobody,
  owner,
}) => {
  const old = await charge.create(ASKED);
  await charge.cancel({ id: old.id });
  bank.clock.passSeconds(CHARGE_PAGE_SECONDS - 1);
  const young = await charge.create(ASKED);
  expect((await nobody.charge.page({ id: codeIn(old.url) })).status).toBe('cancelled');
  bank.clock.passSeconds(1);
  expect(await codeOf(nobody.charge.page({ id: codeIn(old.url) }))).toBe('NOT_FOUND');
  expect((await nobody.charge.page({ id: codeIn(young.url) })).status).toBe('open');
  await closeRelation(bank, owner.user.id);
  expect(await codeOf(nobody.charge.page({ id: codeIn(young.url) }))).toBe('NOT_FOUND');
});

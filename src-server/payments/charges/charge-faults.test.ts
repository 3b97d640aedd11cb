/** @module-tag postgresInCi */
import { expect } from 'vitest';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { compare } from '../reconcile/compare.ts';
import { apiKeyOf } from '../testing/scene.ts';
import { advanceCharges, endCharges } from './charge-worker.ts';
import { ASKED, test as chargeTest, DATED } from './testing/charge-test.ts';

const NO_FAULTS = { errorAfter: 0, errorBefore: 0, onlyPosts: false, down: false };

/** `fault` sets faults, `atProvider`: Ana’s payments there; `later`: after the grace the worker has taken charges further. */
const test = chargeTest
  .extend(
    'fault',
    ({ simulator }) =>
      (faults: object) =>
        simulator.control('POST', '/simulator/faults', { ...NO_FAULTS, ...faults }),
  )
  .extend('ask', async ({ bank, owner, simulator }) => simulator.as(await apiKeyOf(bank, owner)))
  .extend('atProvider', ({ ask }) => async (id: string) => {
    const { body } = await ask('GET', `/v3/payments?externalReference=${id}`);
    return (body as unknown as { data: { id: string; deleted: boolean; status: string }[] }).data;
  })
  .extend('later', ({ bank, fault }) => async () => {
    await fault({});
    bank.clock.passSeconds(3600);
    await endCharges(bank);
    await advanceCharges(bank);
  })
  // The customer at the provider exists, so that the faults below are the charge's.
  .extend('known', async ({ charge }) => charge.create({ ...ASKED, description: 'A primeira' }));

test.for([
  ['was made without an answer', { errorAfter: 1, onlyPosts: true }],
  ['was not made', { errorBefore: 1, onlyPosts: true }],
] as const)(
  'a charge that %s is looked up after the grace and exists once',
  async ([, faults], { charge, fault, later, atProvider, known, bank }) => {
    expect(known.status).toBe('open');
    await fault(faults);
    const { id, ...made } = await charge.create({ ...ASKED, expiresInMinutes: 2 * 24 * 60 });
    expect(made).toMatchObject({ status: 'making', payload: null, txid: null });
    await fault({});
    // Not before the grace: its call may still take effect.
    await endCharges(bank);
    await advanceCharges(bank);
    expect((await charge.get({ id })).status).toBe('making');
    await later();
    expect(await charge.get({ id })).toMatchObject({ status: 'open', payload: expect.any(String) });
    expect(await atProvider(id)).toHaveLength(1);
  },
);

test('a charge that is paid before the bank has its answer is paid, and nothing more is made', async ({
  charge,
  fault,
  later,
  atProvider,
  known,
  pay,
  tell,
  ask,
}) => {
  expect(known.status).toBe('open');
  await fault({ errorAfter: 1, onlyPosts: true });
  const { id } = await charge.create(ASKED);
  await fault({});
  const [made] = await atProvider(id);
  const { body } = await ask('GET', `/v3/payments/${made?.id}/pixQrCode`);
  await tell(await pay(String(body.payload)));
  expect((await charge.get({ id })).status).toBe('paid');
  await later();
  expect(await charge.get({ id })).toMatchObject({ status: 'paid', payments: [{ amount: '100.00' }] });
  expect(await atProvider(id)).toHaveLength(1);
});

test('what the provider refuses is a failed charge, and one that is away makes none', async ({
  charge,
  fault,
  simulator,
  owner,
}) => {
  await fault({ down: true });
  expect(await codeOf(charge.create(ASKED))).toMatch(/^PROVIDER_/);
  await fault({});
  expect((await charge.list()).totals.count).toBe(0);
  expect(owner.user.id).toBeTruthy();
  await simulator.control('POST', '/simulator/clock', { at: '2026-03-12T12:00:00-03:00' });
  const keyed = { ...DATED, dueDate: '2026-03-10', discount: undefined, idempotencyKey: 'k' };
  for (let time = 0; time < 2; time += 1)
    expect(await refusalOf(charge.create(keyed))).toMatchObject({
      code: 'PROVIDER_REFUSED',
      error: 'Não é permitido data de vencimento inferior a hoje.',
    });
  const { charges } = await charge.list();
  expect(charges.map(({ status }) => status)).toEqual(['failed']);
});

test('a cancelled charge says so at once, and its code is removed until that is known', async ({
  charge,
  fault,
  later,
  atProvider,
  known,
  nobody,
  row,
}) => {
  await fault({ errorBefore: 1 });
  expect(await charge.cancel({ id: known.id })).toMatchObject({ status: 'cancelled', isCodeRemoved: false });
  const page = await nobody.charge.page({ id: known.url.split('/').at(-1) ?? '' });
  expect(page).toMatchObject({ status: 'cancelled', payload: null });
  await later();
  expect(await atProvider(known.id)).toMatchObject([{ deleted: true }]);
  expect((await row(known.id)).nextLookAt).toBeNull();
  expect((await charge.get({ id: known.id })).isCodeRemoved).toBe(true);
  expect(await codeOf(charge.cancel({ id: known.id }))).toBe('CHARGE_NOT_OPEN');
});

test('a charge cancelled while it is made is removed after the grace', async ({
  charge,
  fault,
  later,
  atProvider,
  known,
}) => {
  expect(known.status).toBe('open');
  await fault({ errorAfter: 1, onlyPosts: true });
  const { id } = await charge.create(ASKED);
  expect((await charge.cancel({ id })).status).toBe('cancelled');
  await later();
  expect(await atProvider(id)).toMatchObject([{ deleted: true }]);
  expect((await charge.get({ id })).status).toBe('cancelled');
});

test('a charge that was paid before its cancellation reached the provider is paid', async ({
  charge,
  known,
  pay,
  tell,
}) => {
  const payment = await pay(known.payload);
  expect(await charge.cancel({ id: known.id })).toMatchObject({ status: 'paid', payerName: 'Carla Dias' });
  await tell(payment);
  expect((await charge.get({ id: known.id })).payments).toHaveLength(1);
});

test('whatever comes first, a charge that is paid and cancelled at once is paid once', async ({
  charge,
  pay,
  tell,
  bank,
}) => {
  for (let round = 0; round < 5; round += 1) {
    const { id, payload } = await charge.create({ ...ASKED, description: `Rodada ${round}` });
    const payment = await pay(payload);
    await Promise.allSettled([
      ...Array.from({ length: 4 }, (_, place) => tell(payment, `evt-${round}-${place}`)),
      charge.cancel({ id }),
      charge.check({ id }),
    ]);
    await tell(payment, `evt-${round}-last`);
    expect(await charge.get({ id })).toMatchObject({ status: 'paid', payments: [{ amount: '100.00' }] });
  }
  expect(await bank.db.$count(bank.db.tables.incomingPayments)).toBe(5);
});

test('an old charge whose payment nobody told of is booked by the daily comparison', async ({
  charge,
  pay,
  bank,
  simulator,
}) => {
  const { id, payload } = await charge.create(DATED);
  bank.clock.passSeconds(9 * 24 * 3600);
  await simulator.control('POST', '/simulator/clock', { at: '2026-03-19T12:00:00-03:00' });
  await pay(payload);
  const { booked } = await compare(bank);
  expect(booked).toBe(1);
  expect(await charge.get({ id })).toMatchObject({ status: 'paid', paidAmount: '100.00' });
  expect((await compare(bank)).booked).toBe(0);
});

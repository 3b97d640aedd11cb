/** @module-tag postgresInCi */
import { expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { callerOf, closeRelation } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { apiKeyOf, auditedChanges, deliverEvent } from '../testing/scene.ts';
import { advanceCharges, endCharges } from './charge-worker.ts';
import { ASKED, test } from './testing/charge-test.ts';

test('what of a payment is back with its payer is told: a part given back, and all that the provider took back', async ({
  charge,
  bank,
  owner,
  pay,
  tell,
  simulator,
}) => {
  const part = await charge.create({ ...ASKED, description: 'Em parte' });
  await tell(await pay(part.payload));
  const paid = await charge.get({ id: part.id });
  expect(paid).toMatchObject({ returnedAmount: '0.00', payments: [{ returned: '0.00' }] });
  const id = paid.payments[0]?.transactionId ?? '';
  await owner.call.pix.giveBack({ id, amount: '40.00', reason: 'wrong_amount' });
  const whole = await charge.create({ ...ASKED, description: 'Inteira' });
  const providerId = await pay(whole.payload);
  await tell(providerId);
  await simulator.control('POST', '/simulator/return', { id: providerId });
  await deliverEvent(bank, owner, { event: 'PAYMENT_REFUNDED', objectId: providerId });
  expect(await charge.get({ id: part.id })).toMatchObject({ payments: [{ returned: '40.00' }] });
  expect(await charge.get({ id: whole.id })).toMatchObject({
    status: 'paid',
    payments: [{ returned: '100.00' }],
  });
  const { charges } = await charge.list();
  expect(charges.map(({ returnedAmount }) => returnedAmount).toSorted()).toEqual(['100.00', '40.00']);
});

test('a payment that was refunded before it was booked leaves a code that nobody asks about any more', async ({
  charge,
  pay,
  row,
  simulator,
}) => {
  const { id, payload } = await charge.create(ASKED);
  await simulator.control('POST', '/simulator/return', { id: await pay(payload) });
  expect(await charge.cancel({ id })).toMatchObject({ status: 'cancelled', isCodeRemoved: true });
  expect((await row(id)).nextLookAt).toBeNull();
});

test('a charge whose code has another amount fails; paid all the same, it is not asked about for ever', async ({
  bank,
  owner,
  pay,
  row,
  simulator,
  tell,
}) => {
  const { of } = bank.provider;
  const wrong: typeof of = (key) => ({
    ...of(key),
    decodeQr: async (payload) => {
      const said = await of(key).decodeQr(payload);
      return said.kind === 'answered' ? { ...said, value: { ...said.value, originalCents: 1 } } : said;
    },
  });
  const misled = callerOf({ ...bank, provider: { ...bank.provider, of: wrong } }, owner.user);
  expect(await codeOf(misled.charge.create(ASKED))).toBe('PROVIDER_REFUSED');
  const [failed] = await bank.db.select().from(bank.db.tables.charges);
  expect(failed).toMatchObject({ status: 'failed', nextLookAt: expect.any(Date) });
  expect(await auditedChanges(bank, 'end_charge')).toMatchObject([{ status: 'failed' }]);
  const ask = await simulator.as(await apiKeyOf(bank, owner));
  const { body } = await ask('GET', `/v3/payments/${failed?.providerId}/pixQrCode`);
  await tell(await pay(String(body.payload)));
  expect(await row(failed?.id ?? '')).toMatchObject({ status: 'failed', nextLookAt: null });
  const [told] = (await owner.call.auth.notifications.list({})).notifications;
  expect(told?.text).toContain('se você não esperava este PIX, devolva-o pelo extrato');
});

test('what the bank ends itself is audited, with its own end', async ({ bank, charge, row }) => {
  const { id } = await charge.create({ ...ASKED, expiresInMinutes: 5 });
  bank.clock.passSeconds(3 * 24 * 3600);
  await endCharges(bank);
  await advanceCharges(bank);
  const { endsAt, concludedAt, status } = await row(id);
  expect({ status, concludedAt }).toEqual({ status: 'expired', concludedAt: endsAt });
  expect(await auditedChanges(bank, 'end_charge')).toEqual([{ status: 'expired' }]);
});

test('nobody charges who has closed the account while the provider was asked', async ({ bank, owner }) => {
  const { of } = bank.provider;
  const closing: typeof of = (key) => ({
    ...of(key),
    keys: async () => {
      await closeRelation(bank, owner.user.id);
      return of(key).keys();
    },
  });
  const slow = callerOf({ ...bank, provider: { ...bank.provider, of: closing } }, owner.user);
  expect(await codeOf(slow.charge.create(ASKED))).toBe('UNAUTHENTICATED');
  expect(await bank.db.$count(bank.db.tables.charges)).toBe(0);
});

test('a customer asks whether charges were paid so many times an hour', async ({ charge }) => {
  const { id } = await charge.create(ASKED);
  for (let time = 0; time < ATTEMPT_LIMITS.chargeCheck.max; time += 1) await charge.check({ id });
  expect(await codeOf(charge.check({ id }))).toBe('TOO_MANY_ATTEMPTS');
});

test.for(['event', 'check'])(
  'a charge whose code the provider removes by itself is over, as its page says (told by: %s)',
  async (by, { bank, charge, owner, row, simulator }) => {
    const made = await charge.create(ASKED);
    const { providerId, publicId } = await row(made.id);
    const objectId = providerId ?? '';
    await simulator.as(await apiKeyOf(bank, owner))('DELETE', `/v3/payments/${objectId}`);
    if (by === 'event') await deliverEvent(bank, owner, { event: 'PAYMENT_DELETED', objectId });
    else await charge.check({ id: made.id });
    expect(await charge.get({ id: made.id })).toMatchObject({ status: 'cancelled', isCodeRemoved: true });
    const seen = await callerOf(bank, null).charge.page({ id: publicId });
    expect(seen).toMatchObject({ status: 'cancelled', payload: null });
    expect(await auditedChanges(bank, 'end_charge')).toMatchObject([{ status: 'cancelled' }]);
  },
);

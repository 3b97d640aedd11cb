/** @module-tag postgresInCi */
import { expect } from 'vitest';
import { newId } from '#server/kernel/id';
import { newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { turnRulesOn, usesOf } from '#server/protection/testing/rules';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { atProvider, settleAll } from './orders/testing/order-scene.ts';
import { test as orderTest } from './orders/testing/order-test.ts';
import { charge } from './testing/merchant.ts';
import { reservedOf, scriptOf } from './waiting/testing/waiting-test.ts';
import { releaseDue } from './waiting/waiting-worker.ts';

/** Ana has R$ 700,00 and R$ 800,00 in the external account; the rules hold for her. */
const test = orderTest.extend('script', async ({ bank, ana }) => {
  await ana.call.pix.move({ direction: 'in', amount: '300.00' });
  await turnRulesOn(bank, ana.user);
  return scriptOf(bank, ana.user);
});
const PADARIA = 'c0ffee00-1111-4222-8333-444455556666';

test('a first code of a merchant is confirmed in a session, with the name that the provider tells', async ({
  bank,
  ana,
  simulator,
  script: _,
}) => {
  const { payload } = await charge(simulator, { value: '45.90' });
  const own = sessionOf(bank, ana);
  const asked = { pixKey: payload, amount: '45.90', idempotencyKey: newKey() };
  const refused = (await refusalOf(own.pix.transfer(asked))) as { code: string; confirmationId?: string };
  expect(refused.code).toBe('CONFIRMATION_REQUIRED');
  expect(await own.account.confirmations.get({ id: refused.confirmationId ?? '' })).toMatchObject({
    kind: 'pix_company',
    payee: 'Padaria do Vale Ltda',
    document: '31.415.926/0001-71',
    target: PADARIA,
    amount: '45.90',
  });
  expect(simulator.simulator.store.list('pixDebit')).toEqual([]);
});

test('a first code above R$ 500,00 waits under its payee’s key, and is then paid as a code', async ({
  bank,
  script,
  simulator,
  ana,
  scene,
}) => {
  const { payload } = await charge(simulator, { value: '600.00', description: 'Sofá' });
  const held = await script.pix.transfer({ pixKey: payload, amount: '600.00', idempotencyKey: newId() });
  expect(held).toMatchObject({ status: 'held', to: { name: 'Padaria do Vale Ltda', pixKey: PADARIA } });
  expect(await codeOf(script.pix.transfer({ pixKey: payload, amount: '600.00' }))).toBe('CODE_ALREADY_PAID');
  expect(await reservedOf(bank, ana.user.id)).toBe(60_000);
  bank.clock.passSeconds(600);
  await releaseDue(bank);
  await settleAll(bank);
  const order = await script.pix.order({ id: held.id });
  expect(order).toMatchObject({ status: 'done', amount: '600.00' });
  expect(atProvider(scene, order.id)).toMatchObject([{ status: 'DONE', amountCents: 60_000 }]);
  expect(Object.values(await usesOf(bank, ana.user))).toContainEqual(
    expect.objectContaining({ pix_company: 60_000 }),
  );
});

test('a code that was cancelled while its payment waited gives the money back and says why', async ({
  bank,
  script,
  simulator,
  ana,
}) => {
  const { payload, id } = await charge(simulator, { value: '600.00' });
  const held = await script.pix.transfer({ pixKey: payload, amount: '600.00', idempotencyKey: newId() });
  await simulator.control('POST', '/simulator/charges/remove', { id });
  bank.clock.passSeconds(600);
  await releaseDue(bank);
  expect(await script.pix.order({ id: held.id })).toMatchObject({
    status: 'failed',
    failReason: 'Esta cobrança foi cancelada por quem a emitiu.',
  });
  expect(await reservedOf(bank, ana.user.id)).toBe(0);
});

test('a code that names somebody else by then gives the money back and pays nobody', async ({
  bank,
  script,
  simulator,
  ana,
}) => {
  const { payload, id } = await charge(simulator, { value: '600.00' });
  const held = await script.pix.transfer({ pixKey: payload, amount: '600.00', idempotencyKey: newId() });
  const joana = await charge(simulator, { merchant: 'Joana', value: '600.00' });
  const { store } = simulator.simulator;
  store.update('charge', id, { merchant: store.get('charge', joana.id)?.merchant });
  bank.clock.passSeconds(600);
  await releaseDue(bank);
  expect(await script.pix.order({ id: held.id })).toMatchObject({
    status: 'failed',
    failReason: 'Este código PIX agora é de outro recebedor, e o valor voltou para a sua conta.',
  });
  expect(await reservedOf(bank, ana.user.id)).toBe(0);
  expect(store.list('pixDebit')).toEqual([]);
});

test('a code without a document that names somebody else by then gives the money back', async ({
  bank,
  script,
  simulator,
}) => {
  const { store } = simulator.simulator;
  const { payload, id } = await charge(simulator, { value: '600.00' });
  const named = (name: string) => {
    const merchant = store.get('charge', id)?.merchant;
    if (merchant)
      store.update('charge', id, { merchant: { ...merchant, name, tradingName: name, document: '' } });
  };
  named('Joana Prado');
  const held = await script.pix.transfer({ pixKey: payload, amount: '600.00', idempotencyKey: newId() });
  named('Mallory Souza');
  bank.clock.passSeconds(600);
  await releaseDue(bank);
  expect(await script.pix.order({ id: held.id })).toMatchObject({
    status: 'failed',
    failReason: 'Este código PIX agora é de outro recebedor, e o valor voltou para a sua conta.',
  });
  expect(store.list('pixDebit')).toEqual([]);
});

test('a key that is somebody else’s by then gives the money back and pays nobody; one whose holder nobody tells is paid', async ({
  bank,
  script,
  simulator,
}) => {
  const { store, switches } = simulator.simulator;
  const key = 'joana@correio.example';
  const joana = { key, name: 'Joana Prado', document: '11144477735' };
  const held = async () => {
    await simulator.control('POST', '/simulator/keys', joana);
    await script.pix.payee({ pixKey: key });
    return script.pix.transfer({ pixKey: key, amount: '600.00', idempotencyKey: newId() });
  };
  const stolen = await held();
  await simulator.control('POST', '/simulator/keys', { ...joana, document: '52998224725' });
  bank.clock.passSeconds(600);
  await releaseDue(bank);
  expect(await script.pix.order({ id: stolen.id })).toMatchObject({
    status: 'failed',
    failReason: 'Esta chave PIX agora é de outra pessoa, e o valor voltou para a sua conta.',
  });
  expect(store.list('transfer').filter(({ to }) => 'key' in to)).toEqual([]);
  const quiet = await held();
  switches.keyLookups = 0;
  bank.clock.passSeconds(600);
  await releaseDue(bank);
  await settleAll(bank);
  expect(await script.pix.order({ id: quiet.id })).toMatchObject({ status: 'done' });
});

test('a code counts in a token’s ceilings, and is read by a token that may only read', async ({
  bank,
  ana,
  simulator,
  script: _,
}) => {
  const { payload } = await charge(simulator, { value: '45.90' });
  const token = (more: object) =>
    callerOf(bank, ana.user, {
      session: null,
      token: { id: newId(), mayMoveMoney: true, perCallCents: 4_589, perDayCents: 4_589, ...more },
    });
  expect(
    await codeOf(token({}).pix.transfer({ pixKey: payload, amount: '45.90', idempotencyKey: newId() })),
  ).toBe('TOKEN_CEILING');
  const reader = token({ mayMoveMoney: false });
  expect(await reader.pix.decode({ payload })).toMatchObject({ amount: '45.90' });
  expect(await codeOf(reader.pix.transfer({ pixKey: payload, amount: '45.90' }))).toBe('TOKEN_NOT_ALLOWED');
});

test('whoever was paid by a code is known for codes of R$ 500,00 in all: each may fill anybody’s account there', async ({
  bank,
  script,
  simulator,
  ana,
}) => {
  const codeOver = async (value: string) => {
    const { payload } = await charge(simulator, { value, expiresInSeconds: 7 * 86_400 });
    return { pixKey: payload, amount: value, idempotencyKey: newKey() };
  };
  await script.pix.transfer(await codeOver('40.00'));
  await settleAll(bank);
  bank.clock.passSeconds(25 * 3600);
  const own = sessionOf(bank, ana);
  expect(await own.pix.transfer(await codeOver('300.00'))).toMatchObject({ status: 'done' });
  expect(await codeOf(own.pix.transfer(await codeOver('200.01')))).toBe('CONFIRMATION_REQUIRED');
  const typed = { pixKey: PADARIA, amount: '200.01', idempotencyKey: newKey() };
  expect(await own.pix.transfer(typed)).toMatchObject({ status: 'done' });
});

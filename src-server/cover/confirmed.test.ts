import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { rememberRecipient } from '#server/account/remember-recipient';
import { withPasskey } from '#server/auth/testing/security-key';
import { newId } from '#server/kernel/id';
import { balanceOf } from '#server/ledger/statement';
import { test } from '#server/payments/orders/testing/order-test';
import { putRules } from '#server/payments/waiting/testing/rules-in-force';
import { releaseDue } from '#server/payments/waiting/waiting-worker';
import { newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { turnRulesOn } from '#server/protection/testing/rules';
import { callerOf } from '#server/testing/people';
import { refusalOf } from '#server/testing/refusal-of';
import { settleCovered } from './testing/settle-covered.ts';

/** Signs what a payment that was refused asks to confirm. */
async function confirm(
  { account }: ReturnType<typeof sessionOf>,
  key: Awaited<ReturnType<typeof withPasskey>>,
  refused: Promise<unknown>,
): Promise<void> {
  const { confirmationId: id = '' } = (await refusalOf(refused)) as { confirmationId?: string };
  const { passkey } = await account.confirmations.get({ id });
  await account.confirmations.prove({ id, passkey: key.get({ challenge: passkey?.challenge ?? '' }) });
}

test('a covered payment to a new payee is confirmed under the key of its request, and refused without one', async ({
  scene,
  bank,
  ana,
  bruno,
}) => {
  await turnRulesOn(bank, ana.user);
  const key = await withPasskey(bank, ana.user.id);
  const own = sessionOf(bank, ana);
  const transfer = { accountNumber: bruno.accountNumber, amount: '1200.00', description: 'Aluguel' };
  const pay = (idempotencyKey?: string) =>
    own.account.cover.pay({ cover: '200.00', transfer, ...(idempotencyKey && { idempotencyKey }) });
  const before = await scene.balances();

  const refused = await refusalOf(pay());
  expect(refused).toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
    error: expect.stringMatching(/Idempotency-Key/),
  });
  expect(refused).not.toHaveProperty('confirmationId');
  const request = newKey();
  await confirm(own, key, pay(request));
  expect(await scene.balances()).toEqual(before);
  const paid = await pay(request);
  expect(paid.id).not.toBeNull();
  expect((await pay(request)).id).toBe(paid.id);
});

test('a covered payment that its signals hold is reviewed like any other', async ({
  bank,
  ana,
  bruno,
  admin,
}) => {
  await turnRulesOn(bank, ana.user);
  const key = await withPasskey(bank, ana.user.id);
  const own = sessionOf(bank, ana);
  await putRules(bank, admin, { stepUpFrom: 20, holdFrom: 20 });
  const transfer = { accountNumber: bruno.accountNumber, amount: '1200.00', description: 'Aluguel' };
  const idempotencyKey = newKey();
  const pay = () => own.account.cover.pay({ cover: '200.00', transfer, idempotencyKey });
  await confirm(own, key, pay());
  await pay();
  await settleCovered(bank);
  expect(await balanceOf(bank.db, bruno.accountId)).toBe(0);
  const { reviews } = await admin.call.admin.reviews.list({ state: 'pending' });
  expect(reviews).toMatchObject([
    { amount: '1200.00', score: 40, reasons: ['new_payee', 'most_of_balance'] },
  ]);
  await admin.call.admin.reviews.decide({
    id: reviews[0]?.id ?? '',
    decision: 'approved',
    reason: 'Conferido',
  });
  await releaseDue(bank);
  expect(await balanceOf(bank.db, bruno.accountId)).toBe(120_000);
});

test('a covered payment of a new device is judged as one, in its second part too', async ({
  bank,
  ana,
  bruno,
  admin,
}) => {
  await turnRulesOn(bank, ana.user);
  const key = await withPasskey(bank, ana.user.id);
  await putRules(bank, admin, { stepUpFrom: 1, holdFrom: 60 });
  const stranger = sessionOf(bank, ana, { isRegistered: false });
  await stranger.pix.move({ direction: 'in', amount: '900.00' });
  await settleCovered(bank);
  const transfer = { accountNumber: bruno.accountNumber, amount: '190.00', description: 'Presente' };
  const pay = () => stranger.account.cover.pay({ cover: '90.00', transfer, idempotencyKey: 'presente' });
  await confirm(stranger, key, pay());
  await pay();
  await settleCovered(bank);
  const { reviews } = await admin.call.admin.reviews.list({ state: 'pending' });
  expect(reviews).toMatchObject([
    { amount: '190.00', score: 65, reasons: ['new_payee', 'new_device', 'most_of_balance'] },
  ]);
  expect(await balanceOf(bank.db, bruno.accountId)).toBe(0);
});

test('of covered payments to a payee of today that are asked for at once, only R$ 500,00 go without a confirmation', async ({
  bank,
  ana,
  bruno,
  scene,
}) => {
  await turnRulesOn(bank, ana.user);
  const target = bruno.accountNumber;
  const named = { name: null, document: null, lastUsedAt: bank.clock.now() };
  await bank.db.transaction((tx) =>
    rememberRecipient(tx, { userId: ana.user.id, kind: 'account', target, ...named }),
  );
  await sessionOf(bank, ana).pix.move({ direction: 'in', amount: '900.00' });
  await settleCovered(bank);
  const { checking, external } = await scene.balances();
  expect([checking, external]).toEqual([10_000, 140_000]);
  // Each waits for its cover, so none of them counts while the others are judged.
  const transfer = { accountNumber: target, amount: '400.00', description: 'Aluguel' };
  const pay = () =>
    sessionOf(bank, ana).account.cover.pay({ cover: '300.00', transfer, idempotencyKey: newKey() });
  await Promise.all([pay(), pay(), pay()]);
  await settleCovered(bank);
  expect(await balanceOf(bank.db, bruno.accountId)).toBe(40_000);
  const { coveredPayments } = bank.db.tables;
  const rows = await bank.db.select().from(coveredPayments);
  expect(rows.map(({ status }) => status).sort()).toEqual(['done', 'failed', 'failed']);
  expect(rows.filter(({ status }) => status === 'failed').map(({ failReason }) => failReason)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining('precisava ser confirmado')),
  );
});

test('a covered payment that a token asked for is kept as the token’s', async ({ bank, ana, bruno }) => {
  await turnRulesOn(bank, ana.user);
  const token = { id: newId(), mayMoveMoney: true, perCallCents: 10_000_000, perDayCents: 10_000_000 };
  const script = callerOf(bank, ana.user, { session: null, token });
  const transfer = { accountNumber: bruno.accountNumber, amount: '1200.00', description: 'Aluguel' };
  await script.account.cover.pay({ cover: '200.00', transfer, idempotencyKey: newKey() });
  await settleCovered(bank);
  const { paymentIntents: intents } = bank.db.tables;
  expect(await bank.db.select().from(intents).where(eq(intents.kind, 'transfer'))).toMatchObject([
    { method: 'token', accessId: token.id },
  ]);
});

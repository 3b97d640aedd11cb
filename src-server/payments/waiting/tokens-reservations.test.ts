/** @module-tag postgres */
import { eq, like } from 'drizzle-orm';
import { expect } from 'vitest';
import { ATTEMPT_LIMITS, type AttemptKind } from '#domain/limits';
import { withPasskey } from '#server/auth/testing/security-key';
import { newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { putRules } from './testing/rules-in-force.ts';
import { test } from './testing/waiting-test.ts';

const useUp = ({ db }: TestBank, kind: AttemptKind) =>
  db.transaction(async (tx) => {
    const { attempts } = tx.tables;
    const { max: count } = ATTEMPT_LIMITS[kind];
    await tx
      .update(attempts)
      .set({ count })
      .where(like(attempts.bucket, `${kind}:%`));
  });

test('reservations that a token uses up do not keep its owner from a payment that waits, which counts as theirs', async ({
  bank,
  admin,
  ana,
  bruno,
  scene,
}) => {
  await putRules(bank, admin, { holdFrom: 20, stepUpFrom: 20 });
  await scene.payBruno('0.01');
  await useUp(bank, 'reservation');
  expect(await codeOf(scene.payBruno('0.01'))).toBe('TOO_MANY_ATTEMPTS');

  const key = await withPasskey(bank, ana.user.id);
  const own = sessionOf(bank, ana);
  const { accountNumber } = bruno;
  const paid = { accountNumber, amount: '300.00', description: 'Sofá', idempotencyKey: newKey() };
  const asked = (await refusalOf(own.account.transfer(paid))) as { code: string; confirmationId?: string };
  expect(asked.code).toBe('CONFIRMATION_REQUIRED');
  const id = asked.confirmationId ?? '';
  const { passkey } = await own.account.confirmations.get({ id });
  await own.account.confirmations.prove({ id, passkey: key.get({ challenge: passkey?.challenge ?? '' }) });
  expect(await own.account.transfer(paid)).toMatchObject({ status: 'held' });

  const { attempts } = bank.db.tables;
  const counted = await bank.db.select().from(attempts).where(like(attempts.bucket, 'reservation:%'));
  const together = counted.filter(({ bucket }) => !/\.\d+$/.test(bucket));
  expect(Object.fromEntries(together.map(({ bucket, count }) => [bucket, count]))).toEqual({
    [`reservation:${ana.user.id}`]: 1,
    [`reservation:${ana.user.id}/tokens`]: ATTEMPT_LIMITS.reservation.max,
  });
});

test('after a token’s refused payments are kept no more, one of a session still is, and its owner is told', async ({
  bank,
  admin,
  ana,
  bruno,
  scene,
}) => {
  await putRules(bank, admin, { refuseFrom: 20, holdFrom: 20, stepUpFrom: 20 });
  expect(await codeOf(scene.payBruno('300.00'))).toBe('PAYMENT_TOO_DOUBTFUL');
  await useUp(bank, 'refusedPayment');
  expect(await codeOf(scene.payBruno('300.00'))).toBe('PAYMENT_TOO_DOUBTFUL');
  const { notifications, refusedPayments } = bank.db.tables;
  expect(await bank.db.$count(refusedPayments)).toBe(1);
  const { accountNumber } = bruno;
  const paid = { accountNumber, amount: '300.00', description: 'Sofá', idempotencyKey: newKey() };
  expect(await codeOf(sessionOf(bank, ana).account.transfer(paid))).toBe('PAYMENT_TOO_DOUBTFUL');
  expect(await bank.db.$count(refusedPayments)).toBe(2);
  expect(await bank.db.$count(notifications, eq(notifications.kind, 'payment_refused'))).toBe(2);
});

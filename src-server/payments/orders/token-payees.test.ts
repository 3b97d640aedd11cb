import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { MAX_RECIPIENTS } from '#domain/limits';
import { rememberRecipient } from '#server/account/remember-recipient';
import { turnRulesOn } from '#server/protection/testing/rules';
import { tokenCallerOf } from '#server/testing/people';
import { settleAll } from './testing/order-scene.ts';
import { test } from './testing/order-test.ts';

test('a PIX by a token to somebody new pushes out no payee', async ({ bank, ana }) => {
  await turnRulesOn(bank, ana.user);
  const { recipients } = bank.db.tables;
  const lastUsedAt = bank.clock.now();
  const paid = { userId: ana.user.id, kind: 'pix', name: null, document: null, lastUsedAt } as const;
  const targets = Array.from({ length: MAX_RECIPIENTS }, (_, place) => `alvo-${place}`);
  await bank.db.transaction(async (tx) => {
    for (const target of targets) await rememberRecipient(tx, { ...paid, target });
  });
  bank.clock.passSeconds(60);
  const token = tokenCallerOf(bank, ana.user);
  await token.pix.transfer({ pixKey: 'maria@correio.example', amount: '20.00' });
  await settleAll(bank);
  const kept = await bank.db.select().from(recipients).where(eq(recipients.kind, 'pix'));
  expect(new Set(kept.map(({ target }) => target))).toEqual(new Set(targets));
});

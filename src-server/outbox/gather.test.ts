/** @module-tag postgres */
import { asc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { RECEIVED_MAIL_LIMITS } from '#domain/limits';
import { test } from '#server/testing/bank-test';
import type { TestBank } from '#server/testing/test-bank';
import { claimMessage } from './claim.ts';

const mailsTo = async ({ db }: TestBank, userId: string) => {
  const { outbox, users } = db.tables;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  return db
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, user?.email ?? ''))
    .orderBy(asc(outbox.id));
};

describe('e-mails about incoming money', () => {
  test(
    'a few small amounts an hour are reported one by one, the others in one e-mail at the end of the hour',
    race(),
    async ({ setup: { bank, ana, bruno } }) => {
      const send = (amount: string) =>
        ana.call.account.transfer({ accountNumber: bruno.accountNumber, amount, description: 'Olá' });
      for (let cent = 0; cent < 4; cent += 1) await send('0.01');
      await Promise.all(Array.from({ length: 60 }, () => send('0.01')));
      const mails = await mailsTo(bank, bruno.user.id);
      expect(mails.map(({ kind }) => kind).toSorted()).toEqual([
        'many_received',
        ...Array.from({ length: RECEIVED_MAIL_LIMITS.each }, () => 'transfer_received'),
      ]);
      const gathered = mails.find(({ kind }) => kind === 'many_received');
      expect(await claimMessage(bank, gathered?.id ?? '')).toBeNull();
      const { notifications } = bank.db.tables;
      expect(await bank.db.$count(notifications, eq(notifications.userId, bruno.user.id))).toBe(64);

      bank.clock.passSeconds(RECEIVED_MAIL_LIMITS.windowSeconds + 1);
      expect(await claimMessage(bank, gathered?.id ?? '')).toMatchObject({ kind: 'many_received' });
      await send('0.02');
      expect(await mailsTo(bank, bruno.user.id)).toHaveLength(RECEIVED_MAIL_LIMITS.each + 2);
    },
  );

  test('large amounts are reported one by one up to a higher limit', async ({
    setup: { bank, ana, bruno, admin },
  }) => {
    await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '900.00', reason: 'Depósito' });
    for (let time = 0; time < 8; time += 1)
      await ana.call.account.transfer({
        accountNumber: bruno.accountNumber,
        amount: '100.00',
        description: 'Aluguel',
      });
    const mails = await mailsTo(bank, bruno.user.id);
    expect(mails.map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => 'transfer_received'));
    const give = (amount: string) =>
      admin.call.admin.accounts.adjust({ id: ana.accountId, amount, reason: 'Depósito' });
    await give('3000.00');
    for (let time = 8; time < RECEIVED_MAIL_LIMITS.eachLarge + 3; time += 1)
      await ana.call.account.transfer({
        accountNumber: bruno.accountNumber,
        amount: '100.00',
        description: 'Aluguel',
      });
    const kinds = (await mailsTo(bank, bruno.user.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'transfer_received')).toHaveLength(RECEIVED_MAIL_LIMITS.eachLarge);
    expect(kinds.filter((kind) => kind === 'many_received')).toHaveLength(1);
  });

  test('an e-mail about incoming money links no typed text, and names nobody to an unconfirmed address', async ({
    setup: { bank, ana, bruno },
  }) => {
    const send = () =>
      ana.call.account.transfer({
        accountNumber: bruno.accountNumber,
        amount: '1.00',
        description: 'Resgate em https://ganhe.example/agora',
      });
    await send();
    await bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      await tx.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, bruno.user.id));
    });
    await send();
    const [confirmed, stranger] = await mailsTo(bank, bruno.user.id);
    expect(confirmed?.text).toContain('Olá, Bruno Nogueira.');
    expect(confirmed?.text).toContain('Resgate em https: //ganhe. example/agora');
    expect(stranger?.text).toMatch(/^Olá\.\n/);
    expect(`${stranger?.subject}${stranger?.text}${stranger?.html}`).not.toMatch(/ganhe|Bruno|Ana Moreira/);
  });
});

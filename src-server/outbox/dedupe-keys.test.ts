/** @module-tag postgresInCi */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { formatDay } from '#domain/date';
import { formatBrl } from '#domain/money';
import { contractDailySteps } from '#server/contract/daily-steps';
import { approvedCredit, runDay, signedCredit } from '#server/credit/testing/loan';
import { test } from '#server/testing/bank-test';
import type { TestBank } from '#server/testing/test-bank';

/** Runs migration 0018 on existing notifications. */
async function fillKeys({ db }: TestBank): Promise<void> {
  const file = join(import.meta.dirname, `../../db/migrations/${db.engine}/0018_notification_keys.sql`);
  const [, , ...updates] = readFileSync(file, 'utf8').split('--> statement-breakpoint');
  const raw = await openRaw(engineOf(db).url);
  for (const update of updates) await raw.run(update);
  await raw.close();
}

/** Removes the keys and restores the previous release's texts about instalments. */
async function asBefore({ db }: TestBank): Promise<void> {
  const { creditProposals, instalments, notifications } = db.tables;
  const told = await db.select().from(notifications).where(isNotNull(notifications.dedupeKey));
  await db.transaction(async (tx) => {
    await tx.update(notifications).set({ dedupeKey: null });
    for (const { id, kind, dedupeKey } of told) {
      if (!kind.startsWith('instalment_')) continue;
      const [one] = await tx
        .select()
        .from(instalments)
        .innerJoin(creditProposals, eq(creditProposals.id, instalments.proposalId))
        .where(eq(instalments.id, dedupeKey?.split(':')[1] ?? ''));
      if (!one) throw new Error(`instalment of ${dedupeKey} not found`);
      const { number, amountCents, dueOn } = one.instalments;
      const { purpose, termMonths } = one.credit_proposals;
      const text = `${purpose}: Parcela ${number} de ${termMonths}, de ${formatBrl(amountCents)}, com vencimento em ${formatDay(dueOn)}.`;
      await tx.update(notifications).set({ text }).where(eq(notifications.id, id));
    }
  });
}

test('a message sent before dedupe keys existed is not sent again after the upgrade', async ({
  setup: scene,
}) => {
  const { bank, ana, admin } = scene;
  const { notifications, outbox } = bank.db.tables;
  for (let alike = 0; alike < 2; alike += 1) await signedCredit(scene, { termMonths: 3 });
  await signedCredit(scene, { termMonths: 3, purpose: '100%_de: Parcela' });
  const balance = (await ana.call.account.list({})).accounts[0]?.balance;
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: `-${balance}`, reason: 'Saque' });
  const run = async (day: string) => {
    await runDay(scene, day);
    for (const step of contractDailySteps) await step.run(bank, day);
  };
  await run('2026-04-07');
  await approvedCredit(scene);
  await approvedCredit(scene);
  for (const day of ['2026-04-09', '2026-04-11']) await run(day);
  const told = async () => ({
    mails: await bank.db.$count(outbox),
    keys: Object.fromEntries(
      (await bank.db.select().from(notifications)).map(({ id, dedupeKey }) => [id, dedupeKey]),
    ),
  });
  const before = await told();
  expect(Object.values(before.keys).filter((key) => key !== null)).toHaveLength(3 + 3 + 1 + 2);

  await asBefore(bank);
  await fillKeys(bank);
  expect(await told()).toEqual(before);
  for (const day of ['2026-04-09', '2026-04-11']) await run(day);
  expect(await told()).toEqual(before);
});

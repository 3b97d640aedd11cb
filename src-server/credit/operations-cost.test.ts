import type Database from 'better-sqlite3';
import { expect, onTestFinished, vi } from 'vitest';
import { engineOf } from '#db/engine';
import { testEngine } from '#db/testing/test-db';
import type { OperationListInput } from '#domain/credit/input';
import { newId } from '#server/kernel/id';
import { test } from '#server/testing/bank-test';
import { signedCredit } from './testing/loan.ts';

const CREDITS = 1500;
/** For each thousand credits: where the thousand ends, and its credits; then the credits of the page. */
const STATEMENTS = 2 * Math.ceil(CREDITS / 1000) + 1;

type Input = Partial<OperationListInput>;

const INPUTS: Input[] = (['createdAt', '-amount', 'dueDate', '-dueDate'] as const).flatMap((sort) =>
  [{}, { q: 'zzzz' }, { delay: 'new' }].map((filter) => ({ sort, ...filter }) as Input),
);

test.skipIf(testEngine() !== 'sqlite')(
  'a list of operations reads each credit once, in any order and with any filter, and sorts none in the database',
  async ({ setup: { bank, ana, admin } }) => {
    await signedCredit({ bank, ana, admin }, { termMonths: 3 });
    const { creditProposals } = bank.db.tables;
    const [credit] = await bank.db.select().from(creditProposals);
    if (!credit) throw new Error('nothing to copy');
    const copies = Array.from({ length: CREDITS - 1 }, () => ({ ...credit, id: newId() }));
    await bank.db.transaction((tx) => tx.insertRows(creditProposals, copies));

    const [, reader] = engineOf(bank.db).connections() as [unknown, Database.Database];
    const prepare = vi.spyOn(reader, 'prepare');
    onTestFinished(() => prepare.mockRestore());
    const statementsOf = async (input: Input) => {
      prepare.mockClear();
      const answer = await admin.call.credit.operations.list(input);
      const texts = prepare.mock.calls.map(([text]) => text);
      return { answer, texts: texts.filter((text) => text.includes('"credit_proposals"')) };
    };
    for (const input of INPUTS) {
      const { answer, texts } = await statementsOf({ ...input, cursor: `1.${credit.id}`, limit: 3 });
      const label = JSON.stringify(input);
      if (Object.keys(input).length === 1) expect(answer.totals.total, label).toBe(CREDITS);
      expect(texts.length, label).toBeLessThanOrEqual(STATEMENTS);
      for (const text of texts) {
        const given = Array.from({ length: text.split('?').length - 1 }, () => '');
        const plan = JSON.stringify(reader.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...given));
        expect(plan, `${label}: ${text}`).not.toMatch(
          /TEMP B-TREE|CORRELATED|SCAN (credit_proposals|instalments)/,
        );
      }
    }
  },
);

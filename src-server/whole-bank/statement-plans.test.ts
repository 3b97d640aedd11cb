import { expect, test } from 'vitest';
import { testEngine } from '#db/testing/test-db';
import { declaredProcedures } from '#server/access/trpc';
import { appRouter } from '#server/router';
import { caller } from '#server/testing/http-caller';
import { MATRIX_INPUTS } from '#server/testing/matrix-inputs';
import { matrixScene } from '#server/testing/matrix-scene';
import { type Plan, plansDuring } from '#server/testing/plans-during';
import { waysOf } from '#server/testing/ways';

const CALLED = declaredProcedures(appRouter).filter(
  ({ path, type }) => type === 'query' || path === 'admin.transactions.reverse',
);

/** Here nearly all rows have a value: all accounts but the bank's own. */
const FEW_NULLS = ['accounts_user'];

/** The columns that are looked for by null alone, in an index where most rows may have it: SQLite takes them for few. */
const byNullAlone = ({ text, steps }: Plan): string[] =>
  steps.flatMap((step) => {
    const [, index = '', column = ''] = /^SEARCH .* INDEX (\w+) \((\w+)=\?\)/.exec(step) ?? [];
    const isCompared = new RegExp(`"${column}"\\)? (=|in) |= ("\\w+"\\.)?"?${column}\\b`).test(text);
    const isNull = text.includes(`"${column}" is null`) && !isCompared;
    return isNull && !FEW_NULLS.includes(index) ? [`${step}: ${text}`] : [];
  });

test.skipIf(testEngine() !== 'sqlite')(
  'no statement of a page or of the daily run begins with all rows that lack a value',
  async () => {
    const plans = await plansDuring(async () => {
      const { bank, headers, things } = await matrixScene();
      const call = caller(bank);
      for (const procedure of CALLED)
        for (const actor of ['customer', 'admin'] as const) {
          const { input } = MATRIX_INPUTS[procedure.path] ?? {};
          await waysOf(procedure)
            .at(-1)
            ?.send(call, headers[actor], input?.(things.own) ?? {});
        }
      for (const step of bank.registry.dailySteps) await step.run(bank, bank.clock.today());
      return bank;
    });
    expect(plans.length).toBeGreaterThan(200);
    expect(plans.flatMap(byNullAlone)).toEqual([]);
    // A customer's instalments are found through the credits.
    const ofOne = plans.filter(({ text }) => /"credit_proposals"\."user_id" = \?/.test(text));
    expect(ofOne.length).toBeGreaterThan(3);
    for (const { text, steps } of ofOne) expect(steps.join('; '), text).not.toContain('instalments_due');
    // Whether a customer who is credited is one of those whose relation ended.
    const closed = plans.filter(({ text }) => /^select .*"closed_at" is not null/.test(text));
    expect(closed.length).toBeGreaterThan(0);
    for (const { text, steps } of closed) expect(steps.join('; '), text).not.toContain('SCAN users');
  },
);

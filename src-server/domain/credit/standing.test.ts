import { expect, test } from 'vitest';
import { type Standing, standingOn } from './standing.ts';

const unpaid = (dueOn: string) => ({ dueOn, isPaid: false });
const paid = (dueOn: string) => ({ dueOn, isPaid: true });
const TODAY = '2026-11-25';

test.each<[string, ReturnType<typeof unpaid>[], boolean, Standing]>([
  ['everything paid', [paid('2026-09-10'), paid('2026-10-12')], true, 'finalizado'],
  ['nothing overdue', [paid('2026-10-12'), unpaid('2026-11-25')], false, 'adimplente'],
  ['due yesterday', [unpaid('2026-11-24')], false, 'em_atraso'],
  ['two overdue', [unpaid('2026-09-24'), unpaid('2026-10-26'), unpaid('2026-11-26')], false, 'em_atraso'],
  ['three overdue', [unpaid('2026-09-24'), unpaid('2026-10-26'), unpaid('2026-11-24')], false, 'negativado'],
  ['negativated with one overdue', [unpaid('2026-11-24')], true, 'negativado'],
  ['negativated, nothing overdue any more', [unpaid('2026-11-26')], true, 'adimplente'],
])('%s', (_, instalments, isNegativated, standing) => {
  expect(standingOn({ instalments, isNegativated }, TODAY)).toBe(standing);
});

test('due on a Saturday, it is overdue from Tuesday on', () => {
  const facts = { instalments: [unpaid('2026-11-21')], isNegativated: false };
  expect(standingOn(facts, '2026-11-23')).toBe('adimplente');
  expect(standingOn(facts, '2026-11-24')).toBe('em_atraso');
});

import { expect, test } from 'vitest';
import { standingOn } from './standing.ts';
import type { Standing } from './standing-words.ts';

const unpaid = (dueOn: string) => ({ dueOn, isPaid: false });
const paid = (dueOn: string) => ({ dueOn, isPaid: true });
const TODAY = '2026-11-25';

test.each<[string, ReturnType<typeof unpaid>[], boolean, Standing]>([
  [
    'a credit with everything paid is finalizado',
    [paid('2026-09-10'), paid('2026-10-12')],
    true,
    'finalizado',
  ],
  [
    'a credit with nothing overdue is adimplente',
    [paid('2026-10-12'), unpaid('2026-11-25')],
    false,
    'adimplente',
  ],
  ['a credit with an instalment due yesterday is em_atraso', [unpaid('2026-11-24')], false, 'em_atraso'],
  [
    'a credit with two overdue instalments is em_atraso',
    [unpaid('2026-09-24'), unpaid('2026-10-26'), unpaid('2026-11-26')],
    false,
    'em_atraso',
  ],
  [
    'a credit with three overdue instalments is negativado',
    [unpaid('2026-09-24'), unpaid('2026-10-26'), unpaid('2026-11-24')],
    false,
    'negativado',
  ],
  [
    'a negativated credit with one overdue instalment stays negativado',
    [unpaid('2026-11-24')],
    true,
    'negativado',
  ],
  [
    'a negativated credit with nothing overdue any more is adimplente',
    [unpaid('2026-11-26')],
    true,
    'adimplente',
  ],
])('the standing of a credit: %s', (_, instalments, isNegativated, standing) => {
  expect(standingOn({ instalments, isNegativated }, TODAY)).toBe(standing);
});

test('an instalment due on a Saturday is overdue from Tuesday on', () => {
  const facts = { instalments: [unpaid('2026-11-21')], isNegativated: false };
  expect(standingOn(facts, '2026-11-23')).toBe('adimplente');
  expect(standingOn(facts, '2026-11-24')).toBe('em_atraso');
});

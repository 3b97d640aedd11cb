import {
  changeLimitSchema,
  changeMaximumSchema,
  changeProtectionSchema,
} from '#domain/protection/limit-input';
import { changeLimit, changeMaximum } from '#server/protection/change-limit';
import { changeProtection } from '#server/protection/change-protection';
import { type Planned, type Relation, type SeedDay, scheduled } from './relations.ts';

/** Bruno's life with limits: two lowered, a maximum raised by the bank, and a raise that waits until tonight. */
const PLAN: Planned[] = [
  {
    daysAgo: 34,
    time: '20:12',
    by: 'bruno',
    act: (ctx) =>
      changeProtection(ctx, changeProtectionSchema.parse({ hasRules: true, confirmAbove: '800.00' })),
  },
  limit(34, '20:15', { kind: 'transfer', window: 'night', amount: '500.00' }),
  limit(20, '12:41', { kind: 'pix_person', window: 'day', amount: '3000.00' }),
  {
    daysAgo: 12,
    time: '10:25',
    by: 'admin',
    act: (ctx, { bruno }) =>
      changeMaximum(
        ctx,
        changeMaximumSchema.parse({
          id: bruno.user.id,
          kind: 'transfer',
          window: 'day',
          amount: '150000.00',
          reason: 'Entrada de um imóvel, com contrato apresentado',
        }),
      ),
  },
  limit(1, '21:30', { kind: 'transfer', window: 'night', amount: '1500.00' }),
];

export const protectionsOf = (days: readonly SeedDay[]): Relation[] => scheduled(days, PLAN);

function limit(
  daysAgo: number,
  time: string,
  input: { kind: string; window: string; amount: string },
): Planned {
  return { daysAgo, time, by: 'bruno', act: (ctx) => changeLimit(ctx, changeLimitSchema.parse(input)) };
}

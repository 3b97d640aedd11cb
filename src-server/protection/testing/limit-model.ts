import { bankDayAndTime } from '#domain/date';
import type { LimitWindow } from '#domain/protection/words';
import { makeAdmin, makeAna, makeBruno } from '#server/testing/people';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { fund, sessionOf } from './protected-bank.ts';
import { knowPayee } from './rules.ts';

/** Around midnight, 6 h, 20 h and the ends of months. */
export const MOMENTS = [
  '2026-03-10T12:00:00',
  '2026-03-10T19:59:59',
  '2026-03-10T20:00:00',
  '2026-03-10T23:59:59',
  '2026-03-11T00:00:00',
  '2026-03-11T05:59:59',
  '2026-03-11T06:00:00',
  '2026-03-31T19:59:59',
  '2026-03-31T23:59:59',
  '2026-04-01T00:00:00',
].map((local) => `${local}-03:00`);

const WINDOWS = ['transaction', 'day', 'night', 'month'] as const;
export type Chosen = Record<LimitWindow, number>;

/** The same sums kept in the simplest way: what each period of this moment has let through. */
export class Model {
  readonly #paid = new Map<string, number>();
  constructor(readonly limits: Chosen) {}

  periodsAt(iso: string): ['day' | 'night' | 'month', string][] {
    const { day, time } = bankDayAndTime(new Date(iso));
    const isDay = time >= '06:00:00' && time < '20:00:00';
    const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
    const hours = isDay ? `day ${day}` : `night ${time < '06:00:00' ? before : day}`;
    return [
      [isDay ? 'day' : 'night', hours],
      ['month', `month ${day.slice(0, 7)}`],
    ];
  }

  /** Whether a payment of this amount is allowed now; a refused one must not fit. */
  fits(iso: string, cents: number): boolean {
    if (cents > this.limits.transaction) return false;
    return this.periodsAt(iso).every(
      ([window, period]) => (this.#paid.get(period) ?? 0) + cents <= this.limits[window],
    );
  }

  pay(iso: string, cents: number): void {
    for (const [, period] of this.periodsAt(iso))
      this.#paid.set(period, (this.#paid.get(period) ?? 0) + cents);
  }
}

/** Ana has R$ 900.000,00 and has paid Bruno before, in a bank under the rules. */
export async function limitScene() {
  const bank = await testBank({ MONEY_RULES: 'standard' });
  const admin = await makeAdmin(bank);
  const ana = await makeAna(bank, admin);
  const bruno = await makeBruno(bank);
  await fund(admin, ana, '900000.00');
  await knowPayee(bank, ana.user, { kind: 'account', target: bruno.accountNumber });
  return { bank, ana, bruno };
}

/** Her own limits for transfers, in cents. */
export async function chooseLimits(bank: TestBank, ana: Awaited<ReturnType<typeof makeAna>>, limits: Chosen) {
  const own = sessionOf(bank, ana);
  for (const window of WINDOWS) {
    const amount = (limits[window] / 100).toFixed(2);
    await own.account.limits.change({ kind: 'transfer', window, amount });
  }
}

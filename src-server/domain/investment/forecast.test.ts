import { describe, expect, it } from 'vitest';
import {
  curveLine,
  earlyRedemption,
  forecast,
  meanRatePercent,
  progressPercent,
  yieldCurve,
} from './forecast.ts';
import { redemptionOn } from './yield.ts';

const position = { amountCents: 1_000_000, annualRatePercent: '13.75', startOn: '2026-11-20' };

describe('a forecast', () => {
  it('a forecast ends on a business day and pays what a redemption on that day pays', () => {
    // 2026-12-20 is a Sunday.
    const { maturityOn, ...paid } = forecast({ ...position, startOn: '2026-11-20' }, 30);
    expect(maturityOn).toBe('2026-12-21');
    expect(paid).toEqual(redemptionOn(position, '2026-12-21'));
  });
});

describe('the curve', () => {
  it('the yield curve runs from principal to maturity and never falls', () => {
    const points = yieldCurve(position, '2027-11-22', 25);
    expect(points).toHaveLength(25);
    expect(points[0]).toMatchObject({ day: '2026-11-20', grossCents: 1_000_000, netCents: 1_000_000 });
    expect(points.at(-1)).toEqual({ day: '2027-11-22', ...redemptionOn(position, '2027-11-22') });
    const gross = points.map(({ grossCents }) => grossCents);
    expect(gross).toEqual(gross.toSorted((one, other) => one - other));
    for (const { grossCents, netCents, iofCents, incomeTaxCents } of points)
      expect(netCents).toBe(grossCents - iofCents - incomeTaxCents);
  });

  it('the yield curve has at most one point a day, and two for a single day', () => {
    expect(yieldCurve(position, '2026-11-23', 25).map(({ day }) => day)).toEqual([
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
    ]);
    expect(yieldCurve(position, '2026-11-20', 25)).toHaveLength(2);
  });
});

it('the days of a yield curve are spaced as evenly as whole days allow', () => {
  expect(yieldCurve(position, '2026-11-30', 4).map(({ day }) => day)).toEqual([
    '2026-11-20',
    '2026-11-23',
    '2026-11-27',
    '2026-11-30',
  ]);
});

describe('the drawn line', () => {
  const drawn = (netCents: number, grossCents: number, calendarDays: number) => ({
    ...redemptionOn(position, position.startOn),
    day: position.startOn,
    netCents,
    grossCents,
    calendarDays,
  });

  it('the yield line of one cent fills the square, and that of zero is flat', () => {
    const cent = [drawn(100, 100, 0), drawn(100, 101, 1)];
    expect(curveLine(cent, 'grossCents').path).toBe('0 98L100 4');
    expect(curveLine([drawn(100, 100, 0)], 'grossCents').path).toBe('0 98');
  });

  it('a yield line is placed to the hundredth, half up', () => {
    const thirds = [drawn(100, 100, 0), drawn(100, 102, 2), drawn(100, 103, 3)];
    expect(curveLine(thirds, 'grossCents').path).toBe('0 98L66.67 35.33L100 4');
  });

  const points = yieldCurve(position, '2027-11-22', 25);
  const [gross, net] = [curveLine(points, 'grossCents'), curveLine(points, 'netCents')];

  it('the yield line runs from lower left to right inside the square, gross above net', () => {
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) throw new Error('the yield curve has no points');
    expect(gross.at(first)).toEqual({ x: 0, y: 98 });
    expect(gross.at(last)).toEqual({ x: 100, y: 4 });
    expect(net.at(last).y).toBeGreaterThan(gross.at(last).y);
    expect(gross.path.split('L')).toHaveLength(25);
    expect(gross.path.startsWith('0 98L')).toBe(true);
  });

  it('the yield line places a day between its points', () => {
    const day = { day: '2026-12-24', ...redemptionOn(position, '2026-12-24') };
    expect(net.at(day).x).toBeCloseTo((34 * 100) / 367, 2);
  });
});

describe('an early redemption', () => {
  it('an early redemption loses what waiting until maturity would pay more', () => {
    const { today, atMaturity, lostCents } = earlyRedemption(position, '2026-12-01', '2027-11-22');
    expect(today).toEqual(redemptionOn(position, '2026-12-01'));
    expect(today.iofCents).toBeGreaterThan(0);
    expect(lostCents).toBe(atMaturity.netCents - today.netCents);
    expect(lostCents).toBeGreaterThan(0);
  });

  it('a redemption after the maturity loses nothing', () => {
    expect(earlyRedemption(position, '2027-12-24', '2027-11-22').lostCents).toBe(0);
  });
});

it('the progress of an investment goes from 0 to 100 % and stays there', () => {
  const on = (today: string) => progressPercent('2026-11-20', '2027-02-18', today);
  expect([on('2026-11-19'), on('2026-11-20'), on('2027-01-04'), on('2027-02-17')]).toEqual([0, 0, 50, 98]);
  expect(progressPercent('2026-11-20', '2026-11-21', '2026-11-20')).toBe(0);
  expect([
    on('2027-02-18'),
    on('2027-06-01'),
    progressPercent('2026-11-20', '2026-11-20', '2026-11-20'),
  ]).toEqual([100, 100, 100]);
});

it('the mean of rates is rounded half up to two places', () => {
  expect(meanRatePercent(['12.50', '13.00', '10.01'])).toBe('11.84');
  expect(meanRatePercent(['12.50', '12.51'])).toBe('12.51');
  expect(meanRatePercent(['0.01'])).toBe('0.01');
  expect(meanRatePercent([])).toBeNull();
});

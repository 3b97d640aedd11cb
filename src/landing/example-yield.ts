import { curveLine, yieldCurve } from '#domain/investment/forecast';

const EXAMPLE = { amountCents: 100_000, annualRatePercent: '13.25', startOn: '2027-01-04' };
const ENDS_ON = '2027-12-30';
const POINTS = 13;

type Box = { left: number; top: number; width: number; height: number };

/** An example investment's net yield, by the bank's functions, in coordinates of the box. */
export function exampleYield({ left, top, width, height }: Box) {
  const points = yieldCurve(EXAMPLE, ENDS_ON, POINTS);
  const line = curveLine(points, 'netCents');
  const last = points.at(-1);
  const highest = last ? line.at(last).y : 0;
  return {
    amountCents: EXAMPLE.amountCents,
    netCents: last?.netCents ?? 0,
    days: last?.calendarDays ?? 0,
    curve: points.map((point) => {
      const { x, y } = line.at(point);
      const fallen = (y - highest) / (98 - highest);
      return [Math.round(left + (x * width) / 100), Math.round(top + fallen * height)] as const;
    }),
  };
}

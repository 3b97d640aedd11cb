import { centsOf, toDecimal } from '#domain/money';

/** Bar heights of one day, in percent of the chart height. */
export type FlowBar = { day: string; inPercent: number; outPercent: number };

/** Inflow bars above a base line, outflow bars below it, on one scale. */
export function flowBars(flow: readonly { day: string; in: string; out: string }[]): {
  bars: FlowBar[];
  lineAtPercent: number;
  mostIn: string;
  mostOut: string;
} {
  const days = flow.map((one) => ({
    day: one.day,
    inCents: centsOf(one.in),
    outCents: centsOf(one.out),
  }));
  const mostInCents = Math.max(0, ...days.map(({ inCents }) => inCents));
  const mostOutCents = Math.max(0, ...days.map(({ outCents }) => outCents));
  const scale = 100 / Math.max(1, mostInCents + mostOutCents);
  return {
    bars: days.map(({ day, inCents, outCents }) => ({
      day,
      inPercent: inCents * scale,
      outPercent: outCents * scale,
    })),
    lineAtPercent: mostInCents + mostOutCents === 0 ? 50 : mostInCents * scale,
    mostIn: toDecimal(mostInCents),
    mostOut: toDecimal(mostOutCents),
  };
}

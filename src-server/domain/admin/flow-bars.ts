import { parseDecimal, toDecimal } from '#domain/money';

/** A day of a chart of what came in and went out: how high each bar stands, in percent of the whole chart. */
export type FlowBar = { day: string; inPercent: number; outPercent: number };

/**
 * The bars of a chart in which what came in stands over a line, and what went out hangs under it, to one scale; where the
 * line runs, in percent from the top; and the largest amount of either side.
 */
export function flowBars(flow: readonly { day: string; in: string; out: string }[]): {
  bars: FlowBar[];
  lineAtPercent: number;
  mostIn: string;
  mostOut: string;
} {
  const days = flow.map((one) => ({
    day: one.day,
    inCents: parseDecimal(one.in) ?? 0,
    outCents: parseDecimal(one.out) ?? 0,
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

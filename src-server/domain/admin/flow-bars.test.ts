import { expect, it } from 'vitest';
import { flowBars } from './flow-bars.ts';

it('flow bars draw income above and outflow below the line, to one scale', () => {
  const flow = [
    { day: '2026-03-09', in: '30.00', out: '0.00' },
    { day: '2026-03-10', in: '15.00', out: '10.00' },
  ];
  expect(flowBars(flow)).toEqual({
    bars: [
      { day: '2026-03-09', inPercent: 75, outPercent: 0 },
      { day: '2026-03-10', inPercent: 37.5, outPercent: 25 },
    ],
    lineAtPercent: 75,
    mostIn: '30.00',
    mostOut: '10.00',
  });
});

it('a single flow of one cent fills the whole chart, and equal flows half of it each', () => {
  const out = flowBars([{ day: '2026-03-09', in: '0.00', out: '0.01' }]);
  expect(out.bars).toEqual([{ day: '2026-03-09', inPercent: 0, outPercent: 100 }]);
  expect(out.lineAtPercent).toBe(0);
  const even = flowBars([{ day: '2026-03-09', in: '5.00', out: '5.00' }]);
  expect(even.lineAtPercent).toBe(50);
  expect(even.bars).toEqual([{ day: '2026-03-09', inPercent: 50, outPercent: 50 }]);
});

it('flow bars without movements have the line in the middle, and a chart of no days has no bars', () => {
  const still = flowBars([{ day: '2026-03-09', in: '0.00', out: '0.00' }]);
  expect(still.lineAtPercent).toBe(50);
  expect(still.bars).toEqual([{ day: '2026-03-09', inPercent: 0, outPercent: 0 }]);
  expect(flowBars([]).bars).toEqual([]);
});

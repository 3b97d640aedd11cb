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

it('flow bars without movements have the line in the middle, and a chart of no days has no bars', () => {
  const still = flowBars([{ day: '2026-03-09', in: '0.00', out: '0.00' }]);
  expect(still.lineAtPercent).toBe(50);
  expect(still.bars).toEqual([{ day: '2026-03-09', inPercent: 0, outPercent: 0 }]);
  expect(flowBars([]).bars).toEqual([]);
});

import { expect, test } from 'vitest';
import { noteUse, restMsAfter as restMsWhen } from './line-use.ts';

/** Far from the process's own clock, by which other tests use lines. */
const T = 1e9;

/** Of a thread that does not strain. */
const restMsAfter = (line: string, tookMs: number, nowMs: number): number =>
  restMsWhen(line, tookMs, nowMs, 1);

test('a line rests once it has taken a second, each time as long as the piece took, and no longer after it took nothing for a while', () => {
  expect(restMsAfter('ana', 500, T)).toBe(0);
  expect(restMsAfter('ana', 450, T + 500)).toBe(0);
  expect(restMsAfter('ana', 200, T + 800)).toBe(200);
  expect(restMsAfter('ana', 30, T + 1_000)).toBe(30);
  expect(restMsAfter('ana', 30, T + 10_000)).toBe(0);
});

test('whoever asks for one piece after the other rests as many at once do', () => {
  let nowMs = 0;
  let tookMs = 0;
  while (nowMs < 60_000) {
    const restMs = restMsAfter('one after the other', 20, 2 * T + nowMs + 20);
    nowMs += 20 + restMs;
    tookMs += 20;
  }
  // Half of the time, and the first second.
  expect(tookMs / nowMs).toBeLessThan(0.55);
});

test('a tenth of the time is free for good', () => {
  for (let nowMs = 0; nowMs < 600_000; nowMs += 100) expect(restMsAfter('office', 10, 3 * T + nowMs)).toBe(0);
});

test('several lines that take much together take a quarter of one core; one whose last piece ended long ago is not among them', () => {
  const lines = ['reads over IPv4', 'reads over IPv6', 'files'];
  for (const line of lines) noteUse(line, 10_000, 4 * T);
  noteUse('PDFs of yesterday', 10_000, 4 * T - 10_000);
  const rests = lines.map((line) => restMsAfter(line, 10, 4 * T + 1));
  expect(rests).toEqual([110, 110, 110]);
  expect(rests.reduce((sum, restMs) => sum + 10 / (10 + restMs), 0)).toBeCloseTo(0.25);
});

test('also eight lines that take much for ten minutes together take a quarter of one core', () => {
  const lines = Array.from({ length: 8 }, (_, place) => ({ name: `line ${place}`, atMs: place, tookMs: 0 }));
  for (const { name } of lines) noteUse(name, 10_000, 4.5 * T);
  for (;;) {
    const next = lines.reduce((first, line) => (line.atMs < first.atMs ? line : first));
    if (next.atMs > 600_000) break;
    next.tookMs += 5;
    next.atMs += 5;
    next.atMs += restMsAfter(next.name, 5, 4.5 * T + next.atMs);
  }
  const tookMs = lines.reduce((sum, line) => sum + line.tookMs, 0);
  expect(tookMs / 600_000).toBeCloseTo(0.25, 1);
});

test('no rest is longer than five seconds', () => {
  noteUse('long', 10_000, 5 * T);
  expect(restMsAfter('long', 7_000, 5 * T + 7_000)).toBe(5_000);
});

test('what a flood took is forgotten twenty seconds after it', () => {
  noteUse('flood', 60_000, 6 * T);
  expect(restMsAfter('flood', 1, 6 * T + 19_000)).toBe(1);
  expect(restMsAfter('flood', 1, 6 * T + 21_000)).toBe(0);
});

test('of eighty lines at once each takes little before it rests, and who took less does not rest', () => {
  const lines = Array.from({ length: 80 }, (_, place) => ({
    name: `crowd ${place}`,
    atMs: place,
    tookMs: 0,
  }));
  for (;;) {
    const next = lines.reduce((first, line) => (line.atMs < first.atMs ? line : first));
    if (next.atMs > 60_000) break;
    next.tookMs += 20;
    next.atMs += 20;
    next.atMs += restMsAfter(next.name, 20, 7 * T + next.atMs);
  }
  const tookMs = lines.reduce((sum, line) => sum + line.tookMs, 0);
  expect(tookMs / 60_000).toBeLessThan(0.45);
  expect(restMsAfter('one search', 20, 7 * T + 60_000)).toBe(0);
  expect(restMsWhen('one of a strained thread', 20, 7 * T + 60_000, 8)).toBe(0);
});

test('on a strained thread a line rests sooner and longer', () => {
  expect(restMsWhen('while it strains', 120, 8 * T, 8)).toBe(0);
  expect(restMsWhen('while it strains', 20, 8 * T + 120, 8)).toBe(300);
  expect(restMsWhen('while it strains', 1_000, 8 * T + 500, 8)).toBe(5_000);
});

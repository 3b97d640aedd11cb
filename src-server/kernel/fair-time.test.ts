import { expect, test } from 'vitest';
import { CROWDED_PROCESS } from '#domain/network-limits';
import { FairTime } from './fair-time.ts';

const { least, rememberedMs } = CROWDED_PROCESS;

test('who takes much of a process that is not crowded, or little of one that is, takes what is fair', () => {
  const T = 1e9;
  const time = new FairTime(least);
  time.note('office', 0.2 * rememberedMs, T);
  expect(time.isAbove('office', T)).toBe(false);
  for (let place = 0; place < 100; place += 1) time.note(`one of many ${place}`, 2 * least * rememberedMs, T);
  time.note('customer', 0.9 * least * rememberedMs, T);
  expect([time.isAbove('office', T + 200), time.isAbove('one of many 7', T + 200)]).toEqual([true, true]);
  expect([time.isAbove('customer', T + 200), time.isAbove('stranger', T + 200)]).toEqual([false, false]);
  expect(time.isAbove('office', T + 10 * rememberedMs)).toBe(false);
});

test('while a call waits the process stays crowded for those who took more than their part', () => {
  const T = 1e9;
  const time = new FairTime(least);
  time.note('who waits', 0.1 * rememberedMs, T);
  time.note('who took much', 0.25 * rememberedMs, T);
  const end = time.wait('who waits');
  expect([time.isAbove('who took much', T), time.isAbove('who waits', T)]).toEqual([true, false]);
  end();
  expect(time.isAbove('who took much', T + 200)).toBe(false);
});

test('of a thread that is busy with what is not counted, whoever takes most is held', () => {
  const T = 1e9;
  const time = new FairTime(least, (taken) => taken * CROWDED_PROCESS.less);
  time.note('home', 0.25 * rememberedMs, T);
  time.note('customer', 0.05 * rememberedMs, T);
  expect([time.isAbove('home', T), time.isAbove('customer', T)]).toEqual([true, false]);
});

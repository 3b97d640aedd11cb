// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { forgetUse, lastUse, noteUse, onUseElsewhere, watchWhose } from './last-use.ts';

afterEach(() => {
  vi.restoreAllMocks();
  forgetUse();
});

test('the time of last use is shared by all windows and forgotten by all when the session ends', () => {
  expect(lastUse()).toBeNull();
  noteUse(5000);
  expect(lastUse()).toBe(5000);
  localStorage.setItem('ultimo-uso', '9000');
  expect(lastUse()).toBe(9000);
  forgetUse();
  expect(lastUse()).toBeNull();
  expect(localStorage.getItem('ultimo-uso')).toBeNull();
});

test('each window keeps its own last use when storage is blocked', () => {
  const refuse = () => {
    throw new Error('blocked');
  };
  for (const method of ['setItem', 'getItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(refuse);
  noteUse(2000);
  expect(lastUse()).toBe(2000);
  forgetUse();
  expect(lastUse()).toBeNull();
});

test('a window is told of uses in other windows until it stops listening', () => {
  const heard = vi.fn();
  const stop = onUseElsewhere(heard);
  dispatchEvent(new StorageEvent('storage', { key: 'ultimo-uso' }));
  dispatchEvent(new StorageEvent('storage', { key: null }));
  dispatchEvent(new StorageEvent('storage', { key: 'cadastro' }));
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  dispatchEvent(new StorageEvent('storage', { key: 'ultimo-uso' }));
  expect(heard).toHaveBeenCalledTimes(2);
});

test('a window is told when another person has signed in in this browser, also when it is looked at again', () => {
  const other = vi.fn();
  const stop = watchWhose('ana', other);
  dispatchEvent(new StorageEvent('storage', { key: 'ultimo-uso' }));
  expect(other).not.toHaveBeenCalled();
  localStorage.setItem('de-quem', 'bruno');
  dispatchEvent(new StorageEvent('storage', { key: 'de-quem' }));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(other).toHaveBeenCalledTimes(2);
  stop();
  dispatchEvent(new StorageEvent('storage', { key: 'de-quem' }));
  expect(other).toHaveBeenCalledTimes(2);
  forgetUse();
  expect(localStorage.getItem('de-quem')).toBeNull();
});

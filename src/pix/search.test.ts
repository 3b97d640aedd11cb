import { expect, test } from 'vitest';
import { parsePixSearch } from './search.ts';

test('the PIX address opens its tab and overlay, and anything unknown opens the first tab', () => {
  expect(parsePixSearch({ aba: 'receber', ver: 'mover' })).toEqual({ tab: 'receber', overlay: 'mover' });
  expect(parsePixSearch({})).toEqual({ tab: 'chaves', overlay: null });
  expect(parsePixSearch({ aba: 7, ver: '<b>' })).toEqual({ tab: 'chaves', overlay: null });
});

import { expect, test } from 'vitest';
import { parsePixSearch } from './search.ts';

test('an address opens its tab and what stands over it; anything else the first tab', () => {
  expect(parsePixSearch({ aba: 'receber', ver: 'mover' })).toEqual({ tab: 'receber', overlay: 'mover' });
  expect(parsePixSearch({})).toEqual({ tab: 'chaves', overlay: null });
  expect(parsePixSearch({ aba: 7, ver: '<b>' })).toEqual({ tab: 'chaves', overlay: null });
});

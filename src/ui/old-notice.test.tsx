// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { system } from '../theme.ts';
import { OldNotice } from './old-notice.tsx';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

test('data that could not be refreshed is announced as old, with its time', () => {
  const root = createRoot(document.body);
  const said = (...queries: Parameters<typeof OldNotice>[0]['queries']) => {
    act(() =>
      root.render(
        <ChakraProvider value={system}>
          <OldNotice queries={queries} />
        </ChakraProvider>,
      ),
    );
    return document.body.textContent;
  };
  const at = (time: string) => Date.parse(`2026-05-04T${time}:00-03:00`);
  const fine = { data: 'shown', error: null, isFetching: false, dataUpdatedAt: at('14:00') };
  const failed = { ...fine, error: new Error('500'), dataUpdatedAt: at('13:05') };
  expect(said(fine)).toBe('');
  expect(said(fine, failed)).toContain('Parte do que se vê é de 13:05.');
  expect(said(fine, { ...failed, isFetching: true })).toBe('');
  // A query that never succeeded shows its own error.
  expect(said(fine, { ...failed, data: undefined })).toBe('');
  act(() => root.unmount());
});

// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { system } from '../theme.ts';
import { DaysLeft } from './days-left.tsx';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

// What is due on Saturday 9 May 2026, or on the holiday Friday 20 November, may be paid on the Monday after it.
it.each([
  ['2026-05-09', '2026-05-01', 'em 8 dias'],
  ['2026-05-09', '2026-05-08', 'em 1 dia'],
  ['2026-05-09', '2026-05-09', 'Vence hoje'],
  ['2026-05-09', '2026-05-10', 'Pague até 11/05/2026'],
  ['2026-05-09', '2026-05-11', 'Pague hoje'],
  ['2026-11-20', '2026-11-21', 'Pague até 23/11/2026'],
])('an instalment due on %s shows on %s: %s', (dueDate, today, words) => {
  const root = createRoot(document.body);
  act(() =>
    root.render(
      <ChakraProvider value={system}>
        <DaysLeft dueDate={dueDate} today={today} />
      </ChakraProvider>,
    ),
  );
  expect(document.body.textContent).toBe(words);
  act(() => root.unmount());
});

// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { system } from '../theme.ts';
import { part } from './part.tsx';
import { currentToast } from './toast.ts';

let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // React reports what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const Dialog = () => <p>Diálogo</p>;

/** Fails once, as a chunk that a new version has replaced. */
function failingOnce() {
  const load = vi.fn<() => Promise<{ Dialog: typeof Dialog }>>(async () => ({ Dialog }));
  return load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
}

const show = (content: React.ReactNode) =>
  act(async () =>
    root.render(
      <ChakraProvider value={system}>
        <h1>Contas</h1>
        {content}
      </ChakraProvider>,
    ),
  );

it('a dialog that cannot be loaded closes with a message, and opens the next time', async () => {
  const Part = part('Dialog', failingOnce());
  const onClose = vi.fn();
  await show(<Part onClose={onClose} />);
  expect(document.body.textContent).toBe('Contas');
  expect(onClose).toHaveBeenCalledOnce();
  expect(currentToast()?.title).toBe('Não foi possível abrir');
  await show(null);
  await show(<Part onClose={onClose} />);
  expect(document.body.textContent).toBe('ContasDiálogo');
});

it('a part of a screen that cannot be loaded shows the error in its place, and a retry loads it', async () => {
  const Part = part('Dialog', failingOnce(), { loading: <p>Carregando…</p> });
  await show(<Part />);
  expect(document.body.textContent).toContain('ContasNão foi possível abrir esta parte');
  await act(async () => document.querySelector('button')?.click());
  expect(document.body.textContent).toBe('ContasDiálogo');
});

it('an optional part that cannot be loaded is left out without a message', async () => {
  const Part = part('Dialog', failingOnce(), { loading: null, isOptional: true });
  const before = currentToast();
  await show(<Part />);
  expect(document.body.textContent).toBe('Contas');
  expect(currentToast()).toBe(before);
});

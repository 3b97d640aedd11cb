// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RequestError } from '../fetch.ts';
import { system } from '../theme.ts';
import { dismissToast, toast, toastError } from './toast.ts';
import { Toaster } from './toaster.tsx';

let root: Root;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // jsdom has no pointer capture.
  Object.assign(Element.prototype, {
    hasPointerCapture: () => false,
    releasePointerCapture() {},
    setPointerCapture() {},
  });
  const container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  act(() =>
    root.render(
      <ChakraProvider value={system}>
        <Toaster />
      </ChakraProvider>,
    ),
  );
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
});

const shown = () => Array.from(document.querySelectorAll<HTMLElement>('li[data-tone]'));
const texts = () => shown().map((card) => card.textContent);

it('the toaster shows one message at a time, for five seconds', () => {
  act(() => toast({ title: 'Conta criada!' }));
  expect(texts()).toEqual(['Conta criada!']);
  act(() => toast({ title: 'Copiado!' }));
  expect(texts()).toEqual(['Copiado!']);
  act(() => vi.advanceTimersByTime(4900));
  expect(shown()).toHaveLength(1);
  act(() => vi.advanceTimersByTime(200));
  expect(shown()).toHaveLength(0);
});

it('a toast that stays is shown until it is dismissed or replaced', () => {
  let id = 0;
  const warn = () =>
    act(() => {
      id = toast({ title: 'A sessão ainda não foi encerrada', tone: 'error', stays: true });
    });
  warn();
  act(() => vi.advanceTimersByTime(600_000));
  expect(shown()).toHaveLength(1);
  act(() => toast({ title: 'Copiado!' }));
  act(() => dismissToast(id));
  expect(texts()).toEqual(['Copiado!']);
  act(() => vi.advanceTimersByTime(5100));
  expect(shown()).toHaveLength(0);
  warn();
  act(() => dismissToast(id));
  expect(shown()).toHaveLength(0);
});

it("an error toast shows the bank's messages joined with commas, else the fallback", () => {
  act(() => toastError('Erro', new RequestError(400, '', { error: ['Um', 'Dois'] }), 'Transfer failed'));
  expect(texts()).toEqual(['ErroUm, Dois']);
  act(() => toastError('Erro', new TypeError('Failed to fetch'), 'Transfer failed'));
  expect(texts()).toEqual(['ErroTransfer failed']);
});

it('a toast goes away when swiped 50 pixels to the right and stays when swiped less', () => {
  const swipe = (card: HTMLElement, distance: number) =>
    act(() => {
      const at = (type: string, clientX: number) =>
        card.dispatchEvent(
          new PointerEvent(type, { bubbles: true, button: 0, clientX, clientY: 0, pointerType: 'touch' }),
        );
      at('pointerdown', 0);
      at('pointermove', distance / 2);
      at('pointermove', distance);
      at('pointerup', distance);
    });
  act(() => toast({ title: 'Copiado!' }));
  swipe(shown()[0] as HTMLElement, 45);
  expect(shown()[0]?.dataset.swipe).toBe('cancel');
  swipe(shown()[0] as HTMLElement, 60);
  expect(shown()).toHaveLength(0);
});

it('F8 moves the focus into the toast region', () => {
  act(() => toast({ title: 'Copiado!' }));
  act(() => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'F8', code: 'F8', bubbles: true }));
  });
  expect(document.activeElement?.closest('[role="region"]')?.getAttribute('aria-label')).toMatch(/^Avisos/);
});

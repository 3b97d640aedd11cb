// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { system } from '../theme.ts';
import { hideAmounts } from './hidden-amounts.ts';
import { Money } from './money.tsx';

let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  hideAmounts(false);
  document.body.replaceChildren();
});

function show() {
  act(() =>
    root.render(
      <ChakraProvider value={system}>
        <Money cents={7} />
        <Money cents={-123_456_789} signed />
        <Money decimal="98765.43" size="hero" />
        <Money decimal="250.00" exposed />
        <Money decimal="nothing" />
      </ChakraProvider>,
    ),
  );
}

const texts = () =>
  Array.from(document.querySelectorAll('[data-money]'), (money) => money.textContent?.replace(/\s/g, ' '));
const OPEN = ['R$ 0,07', '−R$ 1.234.567,89', 'R$ 98.765,43', 'R$ 250,00'];
const COVER = 'R$ ••••valor oculto';
const HIDDEN = [COVER, COVER, COVER, 'R$ 250,00'];

it('hidden amounts all look alike and are announced as hidden to screen readers', () => {
  show();
  expect(texts()).toEqual(OPEN);
  act(() => hideAmounts(true));
  expect(texts()).toEqual(HIDDEN);
  const dots = document.querySelectorAll('[data-money] > [aria-hidden]');
  expect(Array.from(dots, ({ textContent }) => textContent)).toEqual(Array(3).fill('R$\u00A0••••'));
  act(() => hideAmounts(false));
  expect(texts()).toEqual(OPEN);
});

it('the choice to hide amounts is remembered', () => {
  hideAmounts(true);
  show();
  expect(texts()).toEqual(HIDDEN);
});

it('hiding amounts in one window hides them in the others', () => {
  show();
  localStorage.setItem('hide_amounts', 'true');
  expect(texts()).toEqual(OPEN);
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key: 'hide_amounts' }));
  });
  expect(texts()).toEqual(HIDDEN);
});

it('amounts can be hidden in one window when storage is blocked', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(forbidden);
  show();
  expect(texts()).toEqual(OPEN);
  act(() => hideAmounts(true));
  expect(texts()).toEqual(HIDDEN);
  act(() => hideAmounts(false));
  expect(texts()).toEqual(OPEN);
});

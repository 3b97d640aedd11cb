// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { system } from '../theme.ts';
import { Genuine, Undone } from './verdict.tsx';

const DOCUMENT = {
  code: '459U-3J5Q-KV7B-VR7H-JAAZ',
  kind: 'receipt' as const,
  title: 'Comprovante de transferência',
  issuedAt: '2026-03-11T18:30:09.000Z',
  reversedAt: null,
  amount: '40.25',
  sha256: 'a'.repeat(64),
  contentSha256: 'b'.repeat(64),
  authorisation: null as string | null,
  parties: [{ role: 'payer', name: 'Ana M***' }],
};

let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

function textOf(reversedAt: string | null, Shown = Genuine, authorisation: string | null = null) {
  act(() =>
    root.render(
      <ChakraProvider value={system}>
        <Shown document={{ ...DOCUMENT, reversedAt, authorisation }} />
      </ChakraProvider>,
    ),
  );
  return document.querySelector('section')?.textContent ?? '';
}

test('a receipt shows its payer how they authorised it', () => {
  const authorised = 'Autorizado com a chave de acesso "Notebook" às 10:42';
  expect(textOf(null, Genuine, authorised)).toContain(authorised);
  expect(textOf(null)).not.toContain('Autorizado');
});

test('a reversed receipt is shown as genuine and as reversed', () => {
  expect(textOf('2026-03-12T12:00:00.000Z')).toMatch(
    /Documento genuínoEsta transação foi estornadaO dinheiro voltou em 12\/03\/2026 às 09:00\./,
  );
  expect(textOf(null)).toContain('Documento genuíno');
  expect(textOf(null)).not.toContain('estornada');
});

test('a payment that did not happen is shown as given back, never as a document that is not genuine', () => {
  const text = textOf('2026-03-12T12:00:00.000Z', Undone);
  expect(text).toMatch(/^Pagamento devolvido em 12\/03\/2026 às 09:00/);
  expect(text).not.toContain('genuíno');
});

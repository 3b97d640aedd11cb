// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createBrowserHistory,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { routeTree } from '../routes.tsx';
import { system } from '../theme.ts';
import { queryClient, trpc, trpcClient } from '../trpc.ts';

const PAGES = [
  ['/congelar', 'Congelar agora'],
  ['/desfazer', 'Desfazer agora'],
  ['/desfazer-email', 'Desfazer a troca'],
  ['/desfazer-dois-fatores', 'Desativar os dois fatores'],
  ['/confirmar-email', 'Confirmar este e-mail'],
  ['/recuperar-senha', 'Salvar nova senha'],
] as const;

const TOKEN = 'a1b2c3d4';
const DONE = [{ result: { data: { json: { success: true } } } }];

/** Undefined: no page is open. */
let root: Root | undefined;
let history: RouterHistory;
let calls: { url: string; body: string }[];
/** To the next tries to freeze; anything else gets 503. An error: no connection. */
let answers: (Response | Error)[];

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    calls.push({ url, body });
    const answer = url.includes('freezeByLink') ? answers.shift() : undefined;
    if (answer instanceof Error) throw answer;
    return answer ?? Response.json([], { status: 503 });
  });
  calls = [];
  answers = [];
  sessionStorage.clear();
  window.history.pushState(null, '', '/atendimento');
});

afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

/** Loads what the address names, as a browser does. */
async function load(): Promise<void> {
  history = createBrowserHistory();
  const router = createRouter({ routeTree, history, scrollRestoration: true });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <StrictMode>
      <ChakraProvider value={system}>
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </trpc.Provider>
      </ChakraProvider>
    </StrictMode>,
  );
  await shown('h1');
}

function leave(): void {
  if (!root) return;
  root.unmount();
  root = undefined;
  history.destroy();
  queryClient.clear();
  document.body.replaceChildren();
}

async function open(link: string): Promise<void> {
  leave();
  window.history.pushState(null, '', link);
  await load();
}

async function reload(): Promise<void> {
  leave();
  await load();
}

const PATIENCE = { timeout: 30_000 };
const shown = (selector: string, text?: string) =>
  vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
      ({ textContent }) => text === undefined || textContent === text,
    );
    if (!found) throw new Error(`no ${selector} ${text ?? ''} in: ${document.body.textContent}`);
    return found;
  }, PATIENCE);
const press = async (name: string) => (await shown('button', name)).click();
const addressIs = (path: string) =>
  vi.waitFor(() => expect(location.href).toBe(`${location.origin}${path}`), PATIENCE);

it.each(PAGES)(
  '%s reads its link, whose token leaves the address, the entry and the storage',
  async (path, act) => {
    const before = window.history.length;
    await open(`${path}?token=${TOKEN}`);
    await addressIs(path);
    expect(window.history.length).toBe(before + 1);
    expect(JSON.stringify([window.history.state, { ...sessionStorage }, { ...localStorage }])).not.toContain(
      TOKEN,
    );
    await shown('button', act);

    await reload();
    await shown('h1', 'Abra o link de novo');
    expect(document.body.textContent).toContain('Volte à mensagem que enviamos e abra o link outra vez.');
    expect(document.body.textContent).not.toContain('não vale mais');

    await open(`${path}?token=${TOKEN}`);
    await shown('button', act);
  },
);

it('a page without the token in its address sends it, also when it is pressed again after a failure', async () => {
  answers = [new TypeError('no network'), Response.json(DONE)];
  await open(`/congelar?token=${TOKEN}`);
  await addressIs('/congelar');
  await press('Congelar agora');
  await shown('[role=alert]');
  await press('Congelar agora');
  await shown('h1', 'Conta congelada');
  const tries = calls.filter(({ url }) => url.includes('freezeByLink'));
  expect(tries.map(({ body }) => body.includes(TOKEN))).toEqual([true, true]);
  expect(calls.filter(({ url }) => url.includes(TOKEN))).toEqual([]);
});

it('back and forward lead past a letter’s link as past any page, without its token', async () => {
  await open(`/congelar?token=${TOKEN}`);
  await addressIs('/congelar');
  history.back();
  await addressIs('/atendimento');
  await shown('h1', 'Atendimento');
  history.forward();
  await addressIs('/congelar');
  await shown('h1', 'Abra o link de novo');
});

it('an address that never had a token is called incomplete; that of a recovery asks for a link', async () => {
  await open('/congelar');
  await shown('h1', 'Não foi possível congelar');
  expect(document.body.textContent).toContain('O endereço está incompleto');
  await open('/recuperar-senha');
  await shown('button', 'Enviar link');
});

it('whoever reloaded the page for a new password can ask for another link', async () => {
  await open(`/recuperar-senha?token=${TOKEN}`);
  await addressIs('/recuperar-senha');
  await reload();
  await press('Pedir outro link');
  await shown('button', 'Enviar link');
});

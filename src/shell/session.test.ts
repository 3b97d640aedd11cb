// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../trpc.ts';
import { leftSession, noteLeft } from './left-session.ts';
import { type Me, requireSession } from './session.ts';

const ARRIVAL = { location: { href: '/client/pix?aba=transferir', pathname: '/client/pix' }, preload: false };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What the server says to a session that is no more. */
const OVER = [{ error: { json: { message: '', code: -32001, data: { httpStatus: 401 } } } }];

it('a session that has ended leaves nothing in the window for the next person, pasted or stored', async () => {
  vi.stubGlobal('fetch', async () => Response.json(OVER, { status: 401 }));
  const forgotten = vi.fn();
  addEventListener('signedout', forgotten);
  sessionStorage.setItem('cadastro', 'CPF');
  api.auth.me.setData(undefined, { user: { id: 'ana' } } as Me);
  await expect(requireSession(ARRIVAL)).rejects.toMatchObject({ options: { to: '/login' } });
  expect(api.auth.me.getData()).toBeUndefined();
  expect(forgotten).toHaveBeenCalled();
  expect(sessionStorage.getItem('cadastro')).toBeNull();
});

it('a session that its owner left shows nothing, and is ended when the server answers; another one stays', async () => {
  const answers = [
    Response.json([], { status: 503 }),
    Response.json([{ result: { data: { success: true } } }]),
  ];
  const me = { user: { id: 'ana' }, sessionId: 'left' } as Me;
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(/auth\.\w+/.exec(url)?.[0] ?? url);
    return url.includes('sessions.end')
      ? answers.shift()
      : Response.json([{ result: { data: { json: { me } } } }]);
  });
  noteLeft('left');
  for (const stillLeft of ['left', null]) {
    await expect(requireSession(ARRIVAL)).rejects.toMatchObject({ options: { to: '/login' } });
    expect(leftSession()).toBe(stillLeft);
  }
  expect(calls).toEqual(['auth.visitor', 'auth.sessions', 'auth.visitor', 'auth.sessions']);
  noteLeft('an older one');
  await expect(requireSession(ARRIVAL)).resolves.toMatchObject({ sessionId: 'left' });
  expect(leftSession()).toBeNull();
});

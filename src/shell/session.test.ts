// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../trpc.ts';
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

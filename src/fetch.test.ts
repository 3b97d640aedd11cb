import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchFile, fetchJson, RequestError } from './fetch.ts';

function answer(response: Response) {
  const fetched = vi.fn(async (_url: string, _init?: RequestInit) => response);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

describe('fetchJson', () => {
  it('fetchJson joins the query key into a path and sends the cookie', async () => {
    const fetched = answer(Response.json({ ok: true }));
    expect(await fetchJson(['/api/contracts', 'a b', 7, 'pdf'])).toEqual({ ok: true });
    expect(fetched).toHaveBeenCalledWith(
      '/api/contracts/a%20b/7/pdf',
      expect.objectContaining({ credentials: 'include' }),
    );
  });

  it('fetchJson fails with status and body in the message and the parsed answer', async () => {
    answer(new Response('{"error":"Saldo insuficiente","code":"INSUFFICIENT_FUNDS"}', { status: 409 }));
    const failure = await fetchJson(['/api/transfers']).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RequestError);
    expect(failure).toMatchObject({
      message: '409: {"error":"Saldo insuficiente","code":"INSUFFICIENT_FUNDS"}',
      status: 409,
      body: { error: 'Saldo insuficiente', code: 'INSUFFICIENT_FUNDS' },
    });
  });

  it('fetchJson shows the status text when the body is empty', async () => {
    answer(new Response('', { status: 502, statusText: 'Bad Gateway' }));
    await expect(fetchJson(['/api/cep', '01001000'])).rejects.toThrow('502: Bad Gateway');
  });

  it('fetchJson fails on a 401, or returns null when told to', async () => {
    answer(new Response('{"error":"Não autenticado"}', { status: 401 }));
    await expect(fetchJson(['/api/auth/me'])).rejects.toThrow('401: {"error":"Não autenticado"}');
    expect(await fetchJson(['/api/auth/me'], { on401: 'null' })).toBeNull();
  });
});

describe('fetchFile', () => {
  it('fetchFile returns the bytes and the type as received', async () => {
    answer(new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }));
    const file = await fetchFile(['/api/contracts', '1', 'pdf']);
    expect(await file?.text()).toBe('%PDF-1.7');
    expect(file?.type).toBe('application/pdf');
  });

  it('fetchFile reports the bytes received so far', async () => {
    const pieces = ['Data;', 'Hora;', 'Conta'];
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    answer(new Response(body, { headers: { 'content-type': 'text/csv' } }));
    const told: number[] = [];
    const file = await fetchFile(['/api/ledger/export'], { onBytes: (bytes) => told.push(bytes) });
    expect(await file?.text()).toBe('Data;Hora;Conta');
    expect(file?.type).toBe('text/csv');
    expect(told).toEqual([5, 10, 15]);
  });

  it('fetchFile fails when the connection breaks off', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    answer(new Response(body));
    await expect(fetchFile(['/api/ledger/export'], { onBytes: () => {} })).rejects.toThrow('network error');
  });
});

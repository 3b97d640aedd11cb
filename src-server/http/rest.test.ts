import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { refuse } from '#domain/refusal';
import type { FileAnswer } from '#server/kernel/file-answer';
import { openLog } from '#server/kernel/log';
import { type HttpEnv, refusalResponse } from './http.ts';
import { requestBody } from './request-body.ts';
import { serveRest, takesMultipart } from './rest.ts';
import type { RestRow } from './rest-table.ts';

const ROWS: readonly RestRow[] = [
  ['GET', '/api/notes', 'note.list', 'notes'],
  ['POST', '/api/notes/:id', 'note.echo', 'note', { status: 201 }],
  ['GET', '/api/notes/:id/pdf', 'note.pdf', null, { reply: 'pdf' }],
  ['GET', '/api/notes/:id/export', 'note.export', null, { reply: 'file' }],
  ['GET', '/api/notes/:id/long', 'note.long', null, { reply: 'file' }],
  ['POST', '/api/notes/:id/upload', 'note.upload', null, { multipart: ['pdf'] }],
];

const bytes = new Uint8Array([37, 80, 68, 70]);

const long = { made: 0, ended: false };
async function* pieces(id: unknown) {
  try {
    for (long.made = 0; long.made < 50; long.made += 1) {
      if (id === 'broken' && long.made === 2) throw new Error('the disk is gone');
      yield bytes;
    }
  } finally {
    long.ended = true;
  }
}

const procedures: Record<string, (input: Record<string, unknown>) => unknown> = {
  'note.list': (input) => [input],
  'note.echo': (input) =>
    z.object({ id: z.string(), idempotencyKey: z.string().optional() }).loose().parse(input),
  'note.pdf': (): FileAnswer => ({
    bytes,
    fileName: 'Contrato "nº 1"\r\n.pdf',
    contentType: 'application/pdf',
  }),
  'note.export': (): FileAnswer => ({ bytes, fileName: 'extrato.csv', contentType: 'text/csv' }),
  'note.long': ({ id }): FileAnswer => ({
    bytes: pieces(id),
    fileName: 'extrato.csv',
    contentType: 'text/csv',
  }),
  'note.upload': async ({ pdf, ...text }) => {
    if (!(pdf instanceof File)) refuse('VALIDATION', { fields: { pdf: 'Envie um arquivo' } });
    return { ...text, name: pdf.name, size: pdf.size };
  },
};

const JOANA = { id: 'joana', fullName: 'Joana Prado', role: 'cliente' } as const;

function testApp() {
  const app = new Hono<HttpEnv>();
  app.onError((error, c) => refusalResponse(c, error));
  app.use(async (c, next) => {
    c.set('log', openLog('silent'));
    await next();
  });
  app.use(requestBody(takesMultipart(ROWS)));
  serveRest(app, ROWS, async (_, path, readInput) =>
    procedures[path]?.(await readInput({ user: JOANA, ip: '127.0.0.1', countUpload: async () => {} })),
  );
  return app;
}

type Body = { note: Record<string, unknown> };

const send = async (
  method: string,
  path: string,
  body?: string | FormData | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => {
  const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  // As bytes: Node 24 cannot abort the stream of a FormData.
  const form = body instanceof FormData ? new Response(body) : null;
  const sent = form ? new Uint8Array(await form.arrayBuffer()) : (body as Exclude<typeof body, FormData>);
  if (form) type['content-type'] = form.headers.get('content-type') ?? '';
  const answer = await testApp().request(path, {
    method,
    headers: { ...type, ...headers },
    ...(sent && { body: sent }),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json().catch(() => null)) as Body,
  };
};

describe('a REST row', () => {
  test('a REST row wraps its answer, gives its status and reads the query', async () => {
    expect(await send('GET', '/api/notes?q=a&limit=5&q2=&twice=1&twice=2')).toMatchObject({
      status: 200,
      body: { notes: [{ q: 'a', limit: '5', q2: '', twice: ['1', '2'] }] },
    });
  });

  test('a path parameter wins over the body, and the body over the query', async () => {
    const { status, body } = await send(
      'POST',
      '/api/notes/7?id=q&text=query&more=1',
      '{"id":"body","text":"body"}',
    );
    expect({ status, body }).toEqual({ status: 201, body: { note: { id: '7', text: 'body', more: '1' } } });
  });

  test.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
  ])('a REST row reads the header Idempotency-Key: %s', async (header, key) => {
    const { body } = await send('POST', '/api/notes/7', '{"idempotencyKey":"body"}', {
      'Idempotency-Key': header,
    });
    expect(body.note.idempotencyKey).toBe(key);
  });

  test('__proto__ in a JSON body changes nothing', async () => {
    const { body, status } = await send(
      'POST',
      '/api/notes/7',
      '{"__proto__":{"id":"evil","admin":true},"constructor":1}',
    );
    expect(status).toBe(201);
    expect(body.note.admin).toBeUndefined();
    expect(body.note.id).toBe('7');
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test.each(['{', '[]', '"text"', 'null', '1', '{"a":1}x', '\ud800', '{"a":'])(
    'a REST row refuses the body %j',
    async (text) => {
      expect(await send('POST', '/api/notes/7', text)).toMatchObject({
        status: 400,
        body: { code: 'MALFORMED_BODY' },
      });
    },
  );

  test('a REST row refuses a body that is not UTF-8', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await send('POST', '/api/notes/7', new Uint8Array([0x7b, 0xff, 0x7d]), headers);
    expect(answer).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
  });

  test('a missing body counts as an empty object', async () => {
    expect(await send('POST', '/api/notes/7')).toMatchObject({ status: 201, body: { note: { id: '7' } } });
  });

  test.each(['DELETE', 'PUT', 'PATCH', 'OPTIONS'])(
    'a REST row refuses %s and names the allowed methods',
    async (method) => {
      const answer = await send(method, '/api/notes');
      expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    },
  );

  test('a PDF is sent inline and a file as an attachment', async () => {
    const pdf = await testApp().request('/api/notes/7/pdf');
    expect(new Uint8Array(await pdf.arrayBuffer())).toEqual(bytes);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toBe(
      'inline; filename="Contrato _n_ 1___.pdf"; filename*=UTF-8\'\'Contrato%20%22n%C2%BA%201%22%0D%0A.pdf',
    );
    expect(pdf.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(pdf.headers.get('content-security-policy')).not.toContain('sandbox');
    const file = await testApp().request('/api/notes/7/export');
    expect(file.headers.get('content-security-policy')).toContain('sandbox');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="extrato.csv"/);
  });

  test('a long file is made piece by piece, and no further than the client reads', async () => {
    const whole = await testApp().request('/api/notes/7/long');
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="extrato.csv"/);
    expect((await whole.arrayBuffer()).byteLength).toBe(50 * bytes.length);

    Object.assign(long, { made: 0, ended: false });
    const reader = (await testApp().request('/api/notes/7/long')).body?.getReader();
    await reader?.read();
    expect(long).toEqual({ made: 0, ended: false });
    await reader?.read();
    await reader?.cancel();
    expect(long).toEqual({ made: 1, ended: true });

    Object.assign(long, { made: -1, ended: false });
    expect((await testApp().request('/api/notes/7/long', { method: 'HEAD' })).body).toBe(null);
    expect(long.made).toBe(-1);
  });

  test('a long file breaks off when a piece fails', async () => {
    const answer = await testApp().request('/api/notes/broken/long');
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow('the disk is gone');
  });

  const form = (size: number, field = 'pdf') => {
    const data = new FormData();
    data.set(field, new File([new Uint8Array(size)], 'a.pdf'));
    data.set('note', 'hello');
    return data;
  };

  test('a multipart row takes a form with a file up to the limit, and other rows refuse forms', async () => {
    expect(await send('POST', '/api/notes/7/upload', form(10 * 1024 * 1024))).toMatchObject({
      status: 200,
      body: { id: '7', note: 'hello', name: 'a.pdf', size: 10 * 1024 * 1024 },
    });
    const tooLarge = await send('POST', '/api/notes/7/upload', form(10 * 1024 * 1024 + 17 * 1024));
    expect(tooLarge).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    expect(await send('POST', '/api/notes/7/upload', form(1, 'other'))).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', fields: { pdf: 'Envie um arquivo' } },
    });
    expect(await send('POST', '/api/notes/7/upload', '{}')).toMatchObject({
      status: 400,
      body: { fields: { pdf: 'Envie um arquivo' } },
    });
    expect((await send('POST', '/api/notes/7', form(1))).status).toBe(415);
    const broken = await send('POST', '/api/notes/7/upload', 'x', {
      'content-type': 'multipart/form-data; boundary=b',
    });
    expect(broken).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
  });

  test('a body of more values than any schema takes is refused unparsed', async () => {
    const names = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, {}])));
    const list = (count: number) => `[${Array(count).fill('1').join(',')}]`;
    for (const body of [names(1_001), list(2_001), '['.repeat(2_001)])
      expect((await send('POST', '/api/notes/7', body)).status).toBe(413);
    for (const body of [names(999), list(1_999)])
      expect((await send('POST', '/api/notes/7', body)).status).not.toBe(413);
  });

  test('a body of unknown length is refused once it is too large', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(16 * 1024).fill(32));
      },
    });
    const init = {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    };
    expect((await testApp().request('/api/notes/7', init as RequestInit)).status).toBe(413);
    expect(sent).toBeLessThan(20);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'application/jsonp',
  ])('a REST row refuses a body of type %s', async (type) => {
    const answer = await send('POST', '/api/notes/7', '{}', { 'content-type': type });
    expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
  });
});

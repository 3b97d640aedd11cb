/** @module-tag slow */
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openLog } from '#server/kernel/log';
import { noProvider, openProvider } from './client.ts';
import { reply, tinyProvider } from './testing/tiny-provider.ts';

const KEY = '$aact_hmlg_canary';

async function opened(answer: Parameters<typeof tinyProvider>[0], timeoutMs = 10_000) {
  const tiny = await tinyProvider(answer);
  const logged: string[] = [];
  const log = openLog('debug', (line) => logged.push(line));
  return { ...tiny, logged, provider: openProvider({ url: tiny.url, apiKey: KEY, timeoutMs, log }) };
}

/** A port where nobody listens any more. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const transfer = {
  externalReference: 'ref-1',
  amountCents: 1234,
  description: 'Aluguel',
  to: { walletId: 'w' },
};
const done = { id: 't1', status: 'DONE', value: 12.34, externalReference: 'ref-1' };

describe('the outcome of a call to the provider', () => {
  const answers: [string, (response: ServerResponse) => void, object][] = [
    [
      'a refusal with its reasons',
      (to) => reply(to, 400, { errors: [{ code: 'invalid_value', description: 'Valor inválido' }] }),
      { kind: 'refused', status: 400, errors: [{ code: 'invalid_value', description: 'Valor inválido' }] },
    ],
    ['a refusal in HTML', (to) => reply(to, 403, '<html>'), { kind: 'refused', status: 403, errors: [] }],
    ['too many calls', (to) => reply(to, 429, {}), { kind: 'refused', status: 429, errors: [] }],
    ['a server error', (to) => reply(to, 500, done), { kind: 'unknown', cause: 'server' }],
    ['a gateway time-out', (to) => reply(to, 504, ''), { kind: 'unknown', cause: 'server' }],
    ['status 408', (to) => reply(to, 408, ''), { kind: 'unknown', cause: 'timeout' }],
    ['no JSON', (to) => reply(to, 200, 'ok'), { kind: 'unknown', cause: 'malformed' }],
    ['a missing field', (to) => reply(to, 200, { id: 't1' }), { kind: 'unknown', cause: 'malformed' }],
    [
      'an empty status',
      (to) => reply(to, 200, { ...done, status: '' }),
      { kind: 'unknown', cause: 'malformed' },
    ],
    [
      'a third decimal',
      (to) => reply(to, 200, { ...done, value: 12.345 }),
      { kind: 'unknown', cause: 'malformed' },
    ],
    [
      'an amount as text',
      (to) => reply(to, 200, { ...done, value: '12.34' }),
      { kind: 'unknown', cause: 'malformed' },
    ],
    [
      'an answer that is too long',
      (to) => reply(to, 200, { ...done, more: 'x'.repeat(5_000_000) }),
      { kind: 'unknown', cause: 'malformed' },
    ],
    ['a connection that breaks', (to) => void to.destroy(), { kind: 'unknown', cause: 'network' }],
    [
      'an answer that breaks off',
      (to) => {
        to.writeHead(200, { 'content-length': '500' });
        to.write('{"id"', () => to.destroy());
      },
      { kind: 'unknown', cause: 'network' },
    ],
    [
      'a refusal that breaks off',
      (to) => {
        to.writeHead(400, { 'content-length': '500' });
        to.write('{"err', () => to.destroy());
      },
      { kind: 'refused', status: 400, errors: [] },
    ],
    [
      'a redirect',
      (to) => {
        to.writeHead(307, { location: '/elsewhere' });
        to.end();
      },
      { kind: 'unknown', cause: 'network' },
    ],
    ['no answer in time', () => {}, { kind: 'unknown', cause: 'timeout' }],
  ];

  it.each(answers)('the outcome of a call with %s', async (name, answer, outcome) => {
    const { provider, received } = await opened(answer, name === 'no answer in time' ? 300 : 10_000);
    expect(await provider.root.transfer(transfer)).toEqual(outcome);
    expect(received).toHaveLength(1);
  });

  it('a call counts as unsent when no server listens, the name is unknown, or no provider is configured', async () => {
    const closed = openProvider({ url: `http://127.0.0.1:${await freePort()}`, apiKey: KEY });
    const nameless = openProvider({ url: 'http://provider.invalid', apiKey: KEY });
    for (const { root } of [closed, nameless, noProvider()])
      expect(await root.transfer(transfer)).toEqual({ kind: 'unreached' });
  });

  it.each([
    ['retry-after', '90', 90],
    ['ratelimit-reset', '30', 30],
    ['ratelimit-reset', '999999', 43_200],
    ['retry-after', 'Mon, 23 Nov 2026 10:00:00 GMT', undefined],
  ])('a 429 with "%s: %s" names a wait of %s seconds', async (header, text, retryAfterSeconds) => {
    const { provider } = await opened((to) => {
      to.setHeader(header, text);
      reply(to, 429, {});
    });
    expect(await provider.root.balance()).toEqual({
      kind: 'refused',
      status: 429,
      errors: [],
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  });

  it('the client remembers how the last call went', async () => {
    const { provider } = await opened((to) => reply(to, 200, { balance: 1 }));
    expect(provider.lastCall()).toBeNull();
    await provider.root.balance();
    expect(provider.lastCall()).toEqual({ durationMs: expect.any(Number), outcome: 'answered' });
  });
});

describe('requests to the provider', () => {
  it('a request names the bank and the account; one that reads has no body', async () => {
    const { provider, received } = await opened((to) => reply(to, 200, { balance: 0 }));
    await provider.of('$aact_hmlg_ana').balance();
    expect(received[0]).toMatchObject({ method: 'GET', url: '/v3/finance/balance', body: '' });
    expect(received[0]?.headers).toMatchObject({ access_token: '$aact_hmlg_ana', 'user-agent': 'ValeBank' });
    expect(received[0]?.headers).not.toHaveProperty('content-type');
  });

  it('a base address with or without a trailing slash gives the same request', async () => {
    const { url, received } = await opened((to) => reply(to, 200, { balance: 0 }));
    for (const address of [url, `${url}/`, `${url}/v3`, `${url}/v3/`])
      await openProvider({ url: address, apiKey: KEY }).root.balance();
    expect(received.map((request) => request.url)).toEqual(Array(4).fill('/v3/finance/balance'));
  });

  it('amounts are sent and read as exact decimals', async () => {
    const amounts = [1, 10, 29, 101, 115, 1999, 123_456_789, 9_999_999_999_999];
    const texts = ['0.01', '0.1', '0.29', '1.01', '1.15', '19.99', '1234567.89', '99999999999.99'];
    const { provider, received } = await opened((to, { body }) => {
      const [, value] = /"value":([\d.]+)/.exec(body) ?? [];
      reply(to, 200, `{"id":"t1","status":"DONE","value":${value}}`);
    });
    for (const amountCents of amounts)
      expect(await provider.root.transfer({ ...transfer, amountCents })).toMatchObject({
        value: { amountCents },
      });
    expect(received.map(({ body }) => /"value":([\d.]+)/.exec(body)?.[1])).toEqual(texts);
  });

  it('an id cannot change the path of a request', async () => {
    const { provider, received } = await opened((to) => reply(to, 404, {}));
    await provider.root.transferById('../myAccount?x=1#');
    expect(received[0]?.url).toBe('/v3/transfers/..%2FmyAccount%3Fx%3D1%23');
  });

  it('a document is sent as a form', async () => {
    const { provider, received } = await opened((to) => reply(to, 200, { id: 'f1', status: 'PENDING' }));
    const bytes = new Uint8Array(Buffer.from('%PDF-1.7'));
    await provider.root.sendDocument('d1', { type: 'CUSTOM', name: 'a.pdf', mime: 'application/pdf', bytes });
    expect(received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(received[0]?.body).toMatch(/name="type"\r\n\r\nCUSTOM[\s\S]*filename="a.pdf"[\s\S]*%PDF-1.7/);
  });
});

describe('slow calls', () => {
  it('an upload has a longer time limit', async () => {
    const late = (to: ServerResponse) =>
      void setTimeout(() => reply(to, 200, { ...done, status: 'PENDING' }), 700);
    const { provider } = await opened(late, 300);
    const file = { type: 'CUSTOM', name: 'a.pdf', mime: 'application/pdf', bytes: new Uint8Array([1]) };
    expect(await provider.root.sendDocument('d1', file)).toMatchObject({ kind: 'answered' });
    expect(await provider.root.transferById('t1')).toEqual({ kind: 'unknown', cause: 'timeout' });
  });
});

describe('lists at the provider', () => {
  const pages =
    (count: number) =>
    (to: ServerResponse, { url }: { url: string }) => {
      const query = new URL(url, 'http://x').searchParams;
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
      const data = Array.from({ length: Math.min(limit, count - offset) }, (_, index) => ({
        ...done,
        id: `t${offset + index}`,
        externalReference: `ref-${offset + index}`,
      }));
      reply(to, 200, { data, hasMore: offset + data.length < count });
    };

  it('a list is read to the end, ten transfers at a time', async () => {
    const { provider, received } = await opened(pages(25));
    const all = await provider.root.transfers('2026-03-01');
    expect(all.kind === 'answered' && all.value.map(({ id }) => id)).toEqual(
      Array.from({ length: 25 }, (_, index) => `t${index}`),
    );
    expect(received).toHaveLength(3);
    expect(received[2]?.url).toContain('dateCreated%5Bge%5D=2026-03-01&offset=20&limit=10');
  });

  it('a search of a list stops at the item found; an item on no page is absent', async () => {
    const { provider, received } = await opened(pages(25));
    expect(await provider.root.transferByReference('ref-12', '2026-03-01')).toMatchObject({
      value: { id: 't12', amountCents: 1234 },
    });
    expect(received).toHaveLength(2);
    expect(await provider.root.transferByReference('ref-99', '2026-03-01')).toEqual({
      kind: 'answered',
      value: null,
    });
    expect(received).toHaveLength(5);
  });

  it('a page larger than its items can be is not read', async () => {
    const page = { data: [], x: 'x'.repeat(90_000), hasMore: false };
    const { provider } = await opened((to) => reply(to, 200, page));
    expect(await provider.root.transfers('')).toEqual({ kind: 'unknown', cause: 'malformed' });
  });

  it('a list that fails halfway does not prove anything absent', async () => {
    let asked = 0;
    const { provider } = await opened((to, request) =>
      ++asked === 2 ? reply(to, 500, {}) : pages(25)(to, request),
    );
    expect(await provider.root.transferByReference('ref-12', '2026-03-01')).toEqual({
      kind: 'unknown',
      cause: 'server',
    });
  });

  it('a list with an unknown status is readable, with the recipient’s name as one clean line', async () => {
    const bankAccount = { ownerName: 'Maria Luz', cpfCnpj: '***.444.777-**', pixAddressKey: 'x' };
    const data = [
      { ...done, id: 't1', status: 'AWAITING_SOMETHING_NEW' },
      { ...done, id: 't2', bankAccount },
      { ...done, id: 't3', bankAccount: { ownerName: '' } },
      { ...done, id: 't4', bankAccount: { ownerName: `Maria\u0000  Luz${'z'.repeat(200)}` } },
    ];
    const { provider } = await opened((to) => reply(to, 200, { data, hasMore: false }));
    expect(await provider.root.transfers('2026-03-01')).toMatchObject({
      value: [
        { status: 'AWAITING_SOMETHING_NEW', payee: null },
        { payee: { name: 'Maria Luz', document: '***.444.777-**' } },
        { payee: null },
        { payee: { name: `Maria Luz${'z'.repeat(91)}` } },
      ],
    });
  });

  it('a search continues past an unreadable item, unless it is the one searched for', async () => {
    const data = [
      { ...done, id: 't1', value: 12.345, externalReference: 'ref-odd' },
      { ...done, id: 't2', externalReference: 'ref-2' },
    ];
    const { provider } = await opened((to) => reply(to, 200, { data, hasMore: false }));
    const find = (reference: string) => provider.root.transferByReference(reference, '2026-03-01');
    expect(await find('ref-2')).toMatchObject({ value: { id: 't2' } });
    expect(await find('ref-99')).toEqual({ kind: 'answered', value: null });
    expect(await find('ref-odd')).toEqual({ kind: 'unknown', cause: 'malformed' });
    // A list is returned whole or not at all.
    expect(await provider.root.transfers('2026-03-01')).toEqual({ kind: 'unknown', cause: 'malformed' });
  });

  it('a list that promises more and returns nothing counts as malformed', async () => {
    const { provider } = await opened((to) => reply(to, 200, { data: [], hasMore: true }));
    expect(await provider.root.newestBills('2026-03-01', 9)).toEqual({ kind: 'unknown', cause: 'malformed' });
  });
});

describe('the log of the client', () => {
  it('the log contains no key and no id', async () => {
    const { provider, logged } = await opened((to) => reply(to, 200, { ...done, id: 'transfer-of-ana' }));
    await provider.root.transferById('transfer-of-ana');
    await provider.of('$aact_hmlg_other').findAccount('52998224725');
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      level: 'debug',
      method: 'GET',
      path: '/v3/transfers/{id}',
      status: 200,
      outcome: 'answered',
      durationMs: expect.any(Number),
    });
    expect(logged.join()).not.toMatch(/aact|transfer-of-ana|52998224725/);
  });
});

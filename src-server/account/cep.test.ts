import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { testBank } from '#server/testing/test-bank';
import vectors from './vectors/viacep.json';

const answers: Record<string, (response: ServerResponse) => void> = {
  '10000000': (response) => response.writeHead(302, { location: '/ws/01001000/json/' }).end(),
  '20000000': (response) => response.writeHead(500).end('oops'),
  '30000000': (response) => response.end('<html>'),
  '40000000': (response) => response.end('{"logradouro": 5}'),
  '50000000': (response) => response.end('[]'),
  '60000000': (response) => response.end(`{"logradouro":"${'x'.repeat(100_000)}"}`),
  '70000000': (response) => response.socket?.destroy(),
  '80000000': (response) => response.write('{"logradouro":'),
  '90000000': () => {},
  '01000000': (response) => response.end('{"erro": true}'),
  '02000000': (response) =>
    response.end('{"cep":"02000-000","logradouro":"","bairro":"","localidade":"Tamarana","uf":"PR"}'),
};
const [found, unknown, malformed] = vectors;

const asked: string[] = [];
const service = createServer((request, response) => {
  const cep = /^\/ws\/(\d{8})\/json\/$/.exec(request.url ?? '')?.[1] ?? '';
  asked.push(request.url ?? '');
  const vector = { '01001000': found, '99999999': unknown, '95010100': malformed }[cep];
  if (vector) response.writeHead(vector.input.http).end(JSON.stringify(vector.input.body));
  else answers[cep]?.(response);
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const anybody = async () => callerOf(await testBank({ VIACEP_URL: url }), null);

describe('the postal code look-up', () => {
  it('the postal code look-up answers the address, with or without the dash, to anybody', async () => {
    const caller = await anybody();
    const address = { logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP' };
    expect(await caller.account.cep({ cep: '01001-000' })).toEqual(address);
    expect(await caller.account.cep({ cep: '01001000' })).toEqual(address);
  });

  it('the postal code look-up leaves street and neighborhood empty for a general code', async () => {
    expect(await (await anybody()).account.cep({ cep: '02000000' })).toEqual({
      logradouro: '',
      bairro: '',
      localidade: 'Tamarana',
      uf: 'PR',
    });
  });

  it('the postal code look-up reports an unknown code, in each form the service uses', async () => {
    const caller = await anybody();
    for (const cep of ['99999999', '01000000']) {
      expect(await refusalOf(caller.account.cep({ cep }))).toEqual({
        status: 404,
        code: 'CEP_NOT_FOUND',
        error: 'CEP não encontrado',
      });
    }
  });

  it('the postal code look-up does not query the service for an invalid code', async () => {
    const caller = await anybody();
    const before = asked.length;
    for (const cep of ['', '0100100', '010010000', '0100100a', '../../etc', '01001000?x=1', '٠١٠٠١٠٠٠']) {
      expect(await codeOf(caller.account.cep({ cep }))).toBe('VALIDATION');
    }
    expect(asked.length).toBe(before);
  });

  it('the postal code look-up is unavailable when the service redirects, fails, or answers something else', async () => {
    const caller = await anybody();
    for (const cep of [
      '10000000',
      '20000000',
      '30000000',
      '40000000',
      '50000000',
      '60000000',
      '70000000',
      '95010100',
    ]) {
      expect(await refusalOf(caller.account.cep({ cep })), cep).toEqual({
        status: 502,
        code: 'CEP_UNAVAILABLE',
        error: 'Erro ao buscar CEP',
      });
    }
    const nobody = callerOf(await testBank({ VIACEP_URL: 'http://127.0.0.1:1' }), null);
    expect(await codeOf(nobody.account.cep({ cep: '01001000' }))).toBe('CEP_UNAVAILABLE');
  });

  it('the postal code look-up waits three seconds at most, for the whole answer', async () => {
    const caller = await anybody();
    const limitsMs: number[] = [];
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    // Time-outs shortened to a tenth.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limitsMs.push(ms);
      return timeout(ms / 10);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const codes = await Promise.all(
      ['80000000', '90000000'].map((cep) => codeOf(caller.account.cep({ cep }))),
    );
    expect(codes).toEqual(['CEP_UNAVAILABLE', 'CEP_UNAVAILABLE']);
    expect(limitsMs).toEqual([3_000, 3_000]);
  });

  it('the postal code look-up is limited to 60 a minute from one address', async () => {
    const caller = await anybody();
    for (let attempt = 1; attempt <= 60; attempt += 1) await caller.account.cep({ cep: '01001000' });
    expect(await refusalOf(caller.account.cep({ cep: '01001000' }))).toMatchObject({
      status: 429,
      code: 'TOO_MANY_ATTEMPTS',
    });
  });
});

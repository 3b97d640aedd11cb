import { TRPCError } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { UnknownOutcomeError } from '#db/away';
import { BusyError } from '#db/scope';
import { REFUSAL_CODES, Refusal } from '#domain/refusal';
import { REFUSALS } from '#server/kernel/refusals';
import { toAnswer } from '#server/kernel/to-answer';
import '#server/access/trpc';

const parseError = (schema: z.ZodType, value: unknown): unknown => schema.safeParse(value).error;

describe('refusals', () => {
  test.each(REFUSAL_CODES)('the refusal %s has a valid status and a Portuguese text', (code) => {
    const { status, text } = REFUSALS[code];
    expect([400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 502, 503, 504]).toContain(status);
    expect(text).toMatch(/^[A-ZÀ-Ú].{6,}$/);
    expect(toAnswer(new Refusal(code)).body).toEqual({ error: text, code });
    expect(toAnswer(new Refusal(code)).retryAfterSeconds !== undefined).toBe(
      status === 429 || status === 503,
    );
  });

  test.each([
    ['DESTINATION_NOT_FOUND', 404, 'Conta de destino não encontrada'],
    ['DESTINATION_INACTIVE', 409, 'Conta de destino inativa'],
    ['SAME_ACCOUNT', 409, 'Não é possível transferir para a própria conta'],
    ['INSUFFICIENT_FUNDS', 409, 'Saldo insuficiente'],
    ['CEP_NOT_FOUND', 404, 'CEP não encontrado'],
    ['CEP_UNAVAILABLE', 502, 'Erro ao buscar CEP'],
    ['INVALID_CREDENTIALS', 401, 'Credenciais inválidas'],
    ['IDEMPOTENCY_KEY_REUSED', 422, expect.any(String)],
    ['ALREADY_REGISTERED', 409, expect.any(String)],
    ['USER_INACTIVE', 403, expect.any(String)],
  ] as const)('the refusal %s is %i "%s"', (code, status, text) => {
    expect(REFUSALS[code]).toEqual({ status, text });
  });

  test('a refusal answers with its own text, fields and waiting time', () => {
    const refusal = new Refusal('TOO_MANY_ATTEMPTS', {
      text: 'Espere',
      fields: { a: 'b' },
      retryAfterSeconds: 1.2,
    });
    expect(toAnswer(refusal)).toEqual({
      status: 429,
      body: { error: 'Espere', code: 'TOO_MANY_ATTEMPTS', fields: { a: 'b' } },
      retryAfterSeconds: 2,
    });
  });

  test('a refusal inside a tRPC error keeps its status and code', () => {
    const cause = new Refusal('SAME_ACCOUNT');
    expect(toAnswer(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }))).toEqual(toAnswer(cause));
    expect(toAnswer(new BusyError('later')).body.code).toBe('BUSY');
    expect(toAnswer(new TRPCError({ code: 'NOT_FOUND' })).body.code).toBe('ROUTE_NOT_FOUND');
    expect(toAnswer(new TRPCError({ code: 'BAD_REQUEST', cause: new SyntaxError('x') })).body.code).toBe(
      'MALFORMED_BODY',
    );
  });

  test.for([
    { code: 'SQLITE_FULL' },
    { code: 'SQLITE_IOERR_FSYNC' },
    { code: 'SQLITE_READONLY_DBMOVED' },
    { code: 'EDQUOT' },
    // SQLite's error for a disk that cannot be read.
    { code: 'SQLITE_CORRUPT' },
    { code: '57P01' },
    { code: '53300' },
    { code: '08006' },
    { code: 'ECONNREFUSED' },
    { code: 'ECONNRESET' },
    { message: 'Connection terminated unexpectedly' },
    { message: 'Query read timeout' },
  ])('a transient fault of the database (%j) is 503 with Retry-After', (fault) => {
    const error = Object.assign(new Error(fault.message ?? 'a fault'), { code: fault.code });
    expect(toAnswer(new Error('a failed query', { cause: error }))).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
      retryAfterSeconds: 2,
    });
  });

  test('a COMMIT without an answer is reported as an unknown outcome, however deeply it is wrapped', () => {
    const lost = Object.assign(new Error('lost'), { code: 'ECONNRESET' });
    const unknown = new UnknownOutcomeError('COMMIT went unanswered', { cause: lost });
    for (const error of [unknown, new Error('a failed query', { cause: unknown })])
      expect(toAnswer(error)).toEqual({
        status: 503,
        body: {
          code: 'OUTCOME_UNKNOWN',
          error:
            'Não sabemos se a operação foi feita. Confira no extrato antes de repetir, ou repita com a mesma chave de idempotência.',
        },
        retryAfterSeconds: 2,
      });
  });

  test('a validation refusal names each wrong field once, in Portuguese', () => {
    const schema = z.object({
      name: z.string({ error: 'Nome é obrigatório' }),
      age: z.int().min(18),
      tags: z.array(z.enum(['a'])),
      site: z.url(),
      missing: z.string(),
    });
    const { status, body } = toAnswer(parseError(schema, { age: 'x', tags: ['b', 'c'], site: 'no' }));
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'Nome é obrigatório, Valor inválido, Campo obrigatório',
      code: 'VALIDATION',
      fields: {
        name: 'Nome é obrigatório',
        age: 'Valor inválido',
        'tags.0': 'Valor inválido',
        'tags.1': 'Valor inválido',
        site: 'Valor inválido',
        missing: 'Campo obrigatório',
      },
    });
    expect(toAnswer(parseError(z.object({ n: z.number().min(2) }), { n: 1 })).body.error).toBe(
      'Valor abaixo do mínimo permitido',
    );
    expect(toAnswer(parseError(z.object({}), 7)).body).toMatchObject({ error: 'Valor inválido', fields: {} });
  });

  test('an unexpected error is answered as INTERNAL without detail', () => {
    const output = new TRPCError({
      code: 'INTERNAL_SERVER_ERROR',
      cause: parseError(z.string(), 1) as Error,
    });
    for (const bug of [new Error('SELECT * FROM users'), output, null, 'text', new TypeError('x')]) {
      expect(toAnswer(bug)).toEqual({
        status: 500,
        body: { error: 'Erro interno. Tente novamente em instantes.', code: 'INTERNAL' },
      });
    }
  });
});

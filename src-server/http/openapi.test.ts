import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { customerProcedure, declaredProcedures, publicProcedure, router } from '#server/access/trpc';
import { readEnv } from '#server/kernel/env';
import { appRouter } from '#server/router';
import { openApiDocument } from './openapi.ts';
import { REST_TABLE, type RestRow } from './rest-table.ts';

type Document = {
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: Record<string, Record<string, unknown>>;
};

const documentOf = (rows: readonly RestRow[], of: Parameters<typeof declaredProcedures>[0]) =>
  openApiDocument(rows, declaredProcedures(of), readEnv({})) as Document;

const validity = (document: object) => new Validator().validate(JSON.parse(JSON.stringify(document)));

describe('the OpenAPI document', () => {
  const document = documentOf(REST_TABLE, appRouter);

  test('the OpenAPI document is valid 3.1 and describes every REST row', async () => {
    expect(await validity(document)).toEqual({ valid: true });
    for (const [method, path, procedure] of REST_TABLE) {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation, `${method} ${path}`).toMatchObject({ operationId: procedure });
      // A sentence, not an identifier.
      expect(operation?.summary).toMatch(/^\p{Lu}[^.]+$/u);
      expect(operation?.summary).not.toBe(procedure);
    }
  });

  test('the OpenAPI document describes errors, uploads, files and security', () => {
    expect(document.components.schemas?.Error).toMatchObject({ required: ['error', 'code'] });
    expect(document.components.requestBodies?.Upload).toMatchObject({
      content: { 'multipart/form-data': {} },
    });
    expect(document.components.responses?.Pdf).toMatchObject({ content: { 'application/pdf': {} } });
    expect(document.components.securitySchemes).toMatchObject({
      session: { in: 'cookie', name: 'session' },
      bearer: { scheme: 'bearer' },
    });
  });

  test("the OpenAPI document describes a transfer's input, answers and refusals", () => {
    const transfer = document.paths['/api/transfers']?.post;
    expect(transfer).toMatchObject({
      parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { required: ['accountNumber', 'amount', 'description'] } } },
      },
      responses: {
        201: { content: { 'application/json': { schema: { required: ['transfer'] } } } },
        401: {},
        403: {},
        409: {},
      },
      security: [{ session: [] }, { bearer: [] }],
    });
    expect(JSON.stringify(transfer)).not.toContain('"idempotencyKey"');
    expect(document.paths['/api/auth/login']?.post?.security).toEqual([]);
  });

  test('the OpenAPI document puts path parameters in the path, the others in query or body', () => {
    const adjust = document.paths['/api/admin/accounts/{id}/adjust']?.post;
    expect(adjust?.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }, {}]);
    expect(adjust).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { required: ['amount', 'reason'] } } } },
    });
    const ledger = document.paths['/api/ledger']?.get?.parameters as { name: string; in: string }[];
    const names = ledger.map((one) => `${one.in} ${one.name}`);
    expect(names).toEqual(expect.arrayContaining(['query limit', 'query cursor', 'query q']));
    expect(document.paths['/api/ledger']?.get?.requestBody).toBeUndefined();
    expect(document.paths['/api/auth/logout']?.post?.requestBody).toBeUndefined();
  });

  test('the OpenAPI document describes REST rows with forms, PDFs and files', async () => {
    const rows: RestRow[] = [
      ['POST', '/api/notes/:id/upload', 'upload', 'note', { multipart: ['pdf'] }],
      ['GET', '/api/notes/:id/pdf', 'pdf', null, { reply: 'pdf' }],
      ['GET', '/api/notes/export', 'export', null, { reply: 'file' }],
      [
        'GET',
        '/api/notes/table',
        'export',
        null,
        { reply: 'file', fileTypes: ['text/csv', 'application/x-ofx'] },
      ],
    ];
    const input = z.object({ id: z.string(), pdf: z.instanceof(File), note: z.string().optional() });
    const made = documentOf(
      rows,
      router({
        upload: customerProcedure.input(input).mutation(() => ({})),
        pdf: publicProcedure.input(z.object({ id: z.string() })).query(() => null),
        export: publicProcedure.query(() => null),
      }),
    );
    expect(await validity(made)).toEqual({ valid: true });
    expect(made.paths['/api/notes/{id}/upload']?.post?.requestBody).toMatchObject({
      content: {
        'multipart/form-data': {
          schema: { properties: { pdf: { type: 'string' }, note: {} }, required: ['pdf'] },
        },
      },
    });
    expect(made.paths['/api/notes/{id}/pdf']?.get?.responses).toMatchObject({
      200: { $ref: '#/components/responses/Pdf' },
    });
    expect(made.paths['/api/notes/export']?.get?.responses).toMatchObject({
      200: { $ref: '#/components/responses/File' },
    });
    expect(made.paths['/api/notes/table']?.get?.responses).toMatchObject({
      200: { content: { 'text/csv': {}, 'application/x-ofx': {} } },
    });
  });

  test('a REST row without a procedure is refused', () => {
    expect(() => documentOf([['GET', '/api/x', 'nothing', null]], router({}))).toThrow('GET /api/x');
  });
});

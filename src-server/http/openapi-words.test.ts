import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { REFUSAL_CODES, type RefusalCode } from '#domain/refusal';
import { declaredProcedures } from '#server/access/trpc';
import { readEnv } from '#server/kernel/env';
import { REFUSALS } from '#server/kernel/refusals';
import { appRouter } from '#server/router';
import { openApiDocument } from './openapi.ts';
import { REST_TABLE } from './rest-table.ts';
import { ROW_REFUSALS } from './row-refusals.ts';

type Schema = {
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
};
type Operation = {
  parameters?: { name?: string; in: string; required: boolean; description?: string; example?: unknown }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: object }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>;
};

const procedures = declaredProcedures(appRouter);
const { paths } = openApiDocument(REST_TABLE, procedures, readEnv({})) as {
  paths: Record<string, Record<string, Operation>>;
};
const rows = REST_TABLE.map(([method, path, name]) => {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const procedure = procedures.find((one) => one.path === name);
  if (!operation || !procedure) throw new Error(`${method} ${path}`);
  return { row: `${method} ${path}`, name, operation, procedure };
});

const bodyOf = ({ requestBody }: Operation) => Object.entries(requestBody?.content ?? {})[0];

/** The fields without a description, as `row.field.inner`. */
function undescribed(schema: Schema | undefined, at: string): string[] {
  if (!schema) return [];
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...branches.flatMap((one) => undescribed(one, at)),
    ...undescribed(schema.items, at),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
      ...(inner.description ? [] : [`${at}.${name}`]),
      ...undescribed(inner, `${at}.${name}`),
    ]),
  ];
}

describe('each row of the OpenAPI document', () => {
  test('every field that a caller sends has a description, at any depth', () => {
    const silent = rows.flatMap(({ row, operation }) => [
      ...(operation.parameters ?? []).flatMap(({ name, description }) =>
        name === undefined || description ? [] : [`${row} ${name}`],
      ),
      ...undescribed(bodyOf(operation)?.[1].schema, row),
    ]);
    expect(silent).toEqual([]);
  });

  test('the examples of body and path parameters together are a valid input', async () => {
    const wrong: string[] = [];
    for (const { row, operation, procedure } of rows) {
      const [type, body] = bodyOf(operation) ?? [];
      if (type !== 'application/json') continue;
      const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path');
      const input = { ...body?.example, ...Object.fromEntries(inPath.map((one) => [one.name, one.example])) };
      for (const schema of procedure.inputs)
        for (const { message } of (await schema.safeParseAsync(input)).error?.issues ?? [])
          wrong.push(`${row}: ${message}`);
    }
    expect(wrong).toEqual([]);
  });

  test('a field is required where leaving it out is refused, and nowhere else', async () => {
    for (const { row, operation, procedure } of rows) {
      const [type, body] = bodyOf(operation) ?? [];
      if (type !== 'application/json' || !body?.example || !body.schema.properties) continue;
      const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path');
      const whole = { ...body.example, ...Object.fromEntries(inPath.map((one) => [one.name, one.example])) };
      for (const field of Object.keys(body.schema.properties)) {
        const { [field]: _, ...rest } = whole as Record<string, unknown>;
        const issues = await Promise.all(
          procedure.inputs.map(async (one) => (await one.safeParseAsync(rest)).error),
        );
        const isMissed = issues.some((error) => error?.issues.some(({ path }) => path[0] === field));
        // Persons have CPF and RG, companies a CNPJ: no single field of these is required of everybody.
        if (!DEPENDENT.includes(`${row} ${field}`))
          expect([row, field, body.schema.required?.includes(field) ?? false]).toEqual([
            row,
            field,
            isMissed,
          ]);
      }
      expect(operation.requestBody?.required, row).toBe((body.schema.required ?? []).length > 0);
    }
  });

  test('a row names its own errors, each under its status with its text', () => {
    const transfer = paths['/api/transfers']?.post?.responses ?? {};
    expect(Object.keys(transfer).toSorted()).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ]);
    expect(codesOf(transfer['409'])).toEqual([
      'SAME_ACCOUNT',
      'DESTINATION_INACTIVE',
      'TOO_MANY_WAITING',
      'ACCOUNT_INACTIVE',
      'INSUFFICIENT_FUNDS',
    ]);
    expect(transfer['409']?.description).toContain(`\`SAME_ACCOUNT\`: ${REFUSALS.SAME_ACCOUNT.text}`);
    const me = paths['/api/auth/me']?.get?.responses ?? {};
    expect(Object.keys(me).toSorted()).toEqual(['200', '401', '500', '503']);
    for (const { row, operation } of rows) expect(Object.keys(operation.responses), row).not.toContain('4XX');
  });

  test('the errors of a row include those that the docstring of its use case names', () => {
    const missing = rows.flatMap(({ name, procedure }) =>
      refusedBy(procedure.title).flatMap((code) =>
        ROW_REFUSALS[name]?.includes(code) ? [] : [`${name}: ${code}`],
      ),
    );
    expect(missing).toEqual([]);
    const names = procedures.map(({ path }) => path);
    expect(Object.keys(ROW_REFUSALS).filter((name) => !names.includes(name))).toEqual([]);
  });
});

const DEPENDENT = [
  'POST /api/auth/register cpf',
  'POST /api/auth/register rg',
  'POST /api/asaas/pix/create-key key',
  // Its example has a fine, interest and a discount.
  'POST /api/charges dueDate',
];

const codesOf = (response: Operation['responses'][string] | undefined) =>
  response?.content?.['application/json']?.schema.allOf?.[1]?.properties?.code?.enum;

const sources = readdirSync('src-server', { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('testing'))
  .map((name) => readFileSync(`src-server/${name}`, 'utf8'));

/** Title of a procedure → name of its use case. */
const useCases = new Map(
  sources.flatMap((text) =>
    text
      .split('named(')
      .slice(1)
      .map((part) => [/^\s*'([^']+)'/.exec(part)?.[1], /calls\((\w+)\)/.exec(part)?.[1]] as const),
  ),
);

/** Codes after 'Refuses' in the comment before the use case; PROVIDER_* is all of them. */
function refusedBy(title: string): RefusalCode[] {
  const name = useCases.get(title);
  if (!name) return [];
  for (const text of sources) {
    const place = new RegExp(`export (async function|function|const) ${name}\\b`).exec(text)?.index;
    if (place === undefined) continue;
    const before = text.slice(0, place).trimEnd();
    if (!before.endsWith('*/')) return [];
    const comment = before.slice(before.lastIndexOf('/**'));
    const said = comment.split('Refuses').slice(1).join(' ');
    const provider = said.includes('PROVIDER_*');
    return REFUSAL_CODES.filter(
      (code) => new RegExp(`\\b${code}\\b`).test(said) || (provider && /^PROVIDER_/.test(code)),
    );
  }
  return [];
}

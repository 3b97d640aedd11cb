import { z } from 'zod';
import { MAX_UPLOAD_BYTES } from '#domain/limits';
import { REFUSAL_CODES } from '#domain/refusal';
import { type Access, isOpenToTokens } from '#server/access/access-rule';
import type { RowOptions } from '#server/access/named';
import type { DeclaredProcedure } from '#server/access/trpc';
import { wireName } from '#server/http/cookies';
import { failureAnswers } from '#server/http/openapi-failures';
import { describedAnswer, describedField, describedInput, exampleOf } from '#server/http/openapi-fields';
import type { RestRow } from '#server/http/rest-table';
import type { Env } from '#server/kernel/env';
import { WEBHOOK_HEADER, WEBHOOK_PATH } from '#server/onboarding/webhook-token';

type Json = Record<string, unknown>;

const ACCESS_TEXTS: Record<Access, string> = {
  public: 'Aberto a todos.',
  signedIn: 'Para quem entrou na conta.',
  customer: 'Só para clientes, sobre os próprios dados.',
  admin: 'Só para administradores.',
};

const json = (schema: unknown): Json => ({ 'application/json': { schema } });

const objectOf = (properties: Json, required = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

export function openApiDocument(
  rows: readonly RestRow[],
  procedures: readonly DeclaredProcedure[],
  env: Pick<Env, 'BRAND_NAME' | 'APP_ORIGIN' | 'SUPPORT_EMAIL'>,
): Json {
  const paths: Record<string, Json> = {};
  for (const row of rows) {
    const [method, path, name] = row;
    const procedure = procedures.find((one) => one.path === name);
    if (!procedure) throw new Error(`${method} ${path}: procedure ${name} not found`);
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(row, procedure) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `API do ${env.BRAND_NAME}`,
      version: '1.0.0',
      description: [
        'Valores em reais vão e vêm como texto decimal ("1234.56"); na entrada, número também serve.',
        'Momentos são ISO 8601 em UTC, datas são AAAA-MM-DD no calendário de São Paulo.',
        'Um script com cookie de sessão envia também X-Requested-With.',
      ].join(' '),
      contact: { email: env.SUPPORT_EMAIL },
    },
    servers: [{ url: env.APP_ORIGIN }],
    paths: { ...paths, [WEBHOOK_PATH]: { post: webhookOperation } },
    components: components(env.APP_ORIGIN),
  };
}

function operation([method, path, name, wrapper, options]: RestRow, procedure: DeclaredProcedure): Json {
  const input = inputSchema(procedure);
  const pathNames = [...path.matchAll(/:(\w+)/g)].flatMap((match) => match[1] ?? []);
  const inBody = method !== 'GET';
  const { idempotencyKey, ...fields } = input.properties;
  const parameters = [
    ...pathNames.map((field) => parameter(name, field, 'path', fields[field], true)),
    ...(inBody
      ? []
      : queryFields(fields, pathNames).map((field) =>
          parameter(name, field, 'query', fields[field], input.required.includes(field)),
        )),
    ...(idempotencyKey ? [ref('parameters', 'IdempotencyKey')] : []),
  ];
  const body = inBody ? bodyOf(name, input, [...pathNames, 'idempotencyKey'], options?.multipart) : null;
  return {
    operationId: name,
    summary: procedure.title,
    description: ACCESS_TEXTS[procedure.access],
    tags: [name.split('.')[0]],
    security: securityOf(procedure),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [options?.status ?? 200]: success(procedure, wrapper, options),
      ...failureAnswers({ procedure, method, hasBody: body !== null, takesKey: Boolean(idempotencyKey) }),
    },
  };
}

/** Accepted credentials: none, a session, or a session or an access token. */
function securityOf(procedure: DeclaredProcedure): Json[] {
  if (procedure.access === 'public') return [];
  const takesTokens = isOpenToTokens(procedure, { mayMoveMoney: true });
  return takesTokens ? [{ session: [] }, { bearer: [] }] : [{ session: [] }];
}

const queryFields = (fields: Record<string, unknown>, pathNames: string[]): string[] =>
  Object.keys(fields).filter((field) => !pathNames.includes(field));

function parameter(
  procedure: string,
  name: string,
  place: 'path' | 'query',
  schema: unknown,
  required: boolean,
): Json {
  const { description, examples, ...plain } = describedField(
    procedure,
    name,
    schema ?? { type: 'string' },
  ) as {
    description?: string;
    examples?: unknown[];
  };
  return {
    name,
    in: place,
    required,
    ...(description && { description }),
    schema: plain,
    ...(examples && { example: examples[0] }),
  };
}

type InputSchema = { schema: Json; properties: Record<string, unknown>; required: string[] };

function inputSchema({ inputs }: DeclaredProcedure): InputSchema {
  const schemas = inputs.map((input) => plainSchema(input, 'input'));
  const schema = schemas.length > 1 ? { allOf: schemas } : (schemas[0] ?? {});
  return {
    schema,
    properties: Object.assign({}, ...schemas.map((one) => one.properties ?? {})),
    required: schemas.flatMap((one) => (one.required as string[] | undefined) ?? []),
  };
}

function plainSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return plain;
}

function bodyOf(
  procedure: string,
  input: InputSchema,
  elsewhere: string[],
  multipart: readonly string[] | undefined,
): Json | null {
  const left = Object.entries(input.properties).filter(([field]) => !elsewhere.includes(field));
  const hasProperties = Object.keys(input.properties).length > 0;
  if (left.length === 0 && (hasProperties || Object.keys(input.schema).length === 0) && !multipart)
    return null;
  const required = input.required.filter((field) => !elsewhere.includes(field));
  const fields = Object.fromEntries(left);
  for (const field of multipart ?? []) fields[field] = fileField;
  const isObject = hasProperties || multipart !== undefined;
  const schema = describedInput(procedure, isObject ? objectOf(fields, required) : input.schema);
  const example = exampleOf(procedure, schema);
  return {
    required: !isObject || required.length > 0,
    content: {
      [multipart ? 'multipart/form-data' : 'application/json']: { schema, ...(example && { example }) },
    },
  };
}

const KEPT_FILE = 'Arquivo para guardar';
const fileField: Json = { type: 'string', contentMediaType: 'application/octet-stream' };
const binary = (mediaType: string): Json => ({
  [mediaType]: { schema: { type: 'string', contentMediaType: mediaType } },
});

function success(
  { output }: DeclaredProcedure,
  wrapper: string | null,
  { reply, fileTypes }: RowOptions = {},
): Json {
  if (reply === 'pdf') return ref('responses', 'Pdf');
  if (reply === 'file' && fileTypes)
    return { description: KEPT_FILE, content: Object.assign({}, ...fileTypes.map(binary)) };
  if (reply === 'file') return ref('responses', 'File');
  const value = output ? describedAnswer(plainSchema(output, 'output')) : { type: 'object' };
  return { description: 'Feito', content: json(wrapper ? objectOf({ [wrapper]: value }) : value) };
}

const errorContent = json(ref('schemas', 'Error'));

const errorFields: Json = {
  error: {
    description:
      'O que dizer à pessoa; uma lista quando vários campos de uma proposta de crédito estão errados.',
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  },
  code: {
    description: 'Estável, para programas.',
    type: 'string',
    enum: [...REFUSAL_CODES, 'INTERNAL'],
  },
  fields: {
    description: 'Campo e mensagem; só quando o código é VALIDATION.',
    type: 'object',
    additionalProperties: { type: 'string' },
  },
};

/** The provider's webhook is not a procedure. */
const webhookOperation: Json = {
  operationId: 'pix.webhook',
  summary: 'Recebe os eventos do provedor de pagamentos',
  description: 'Só para o provedor de pagamentos. O mesmo evento duas vezes não muda nada.',
  tags: ['pix'],
  security: [{ provider: [] }],
  requestBody: {
    required: true,
    content: json(
      describedInput('pix.webhook', objectOf({ id: { type: 'string' }, event: { type: 'string' } })),
    ),
  },
  responses: {
    200: { description: 'Guardado', content: json(objectOf({ received: { const: true } })) },
    400: ref('responses', 'Refused'),
    401: ref('responses', 'Refused'),
    500: ref('responses', 'Failed'),
  },
};

/** Includes the schemas of files and multipart bodies even if no row uses them. */
const components = (appOrigin: string): Json => ({
  schemas: { Error: objectOf(errorFields, ['error', 'code']) },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'O mesmo pedido com a mesma chave acontece uma vez só; outro pedido com ela recebe 422.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
  requestBodies: {
    Upload: {
      description: `Arquivo em um formulário, de até ${MAX_UPLOAD_BYTES} bytes; o campo tem o nome que a rota diz.`,
      required: true,
      content: { 'multipart/form-data': { schema: objectOf({ file: fileField }) } },
    },
  },
  responses: {
    Refused: { description: 'Recusado', content: errorContent },
    Failed: { description: 'O banco falhou, e o erro foi anotado', content: errorContent },
    Pdf: { description: 'Documento PDF, para ver no navegador', content: binary('application/pdf') },
    File: { description: KEPT_FILE, content: binary('application/octet-stream') },
  },
  securitySchemes: {
    provider: {
      type: 'apiKey',
      in: 'header',
      name: WEBHOOK_HEADER,
      description: 'A palavra combinada com o provedor de pagamentos.',
    },
    session: { type: 'apiKey', in: 'cookie', name: wireName('session', appOrigin) },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        'Token de acesso para scripts: lê, e movimenta dinheiro quando foi criado com o escopo money.',
    },
  },
});

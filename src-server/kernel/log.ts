import { type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import { parseCnpj } from '#domain/tax-id';
import { standardOutput } from '#server/kernel/log-sink';

/** The server's log: JSON lines with a request id, and nothing that names a person or opens a session. */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** The same log with fields that stand on every line. */
  child(fields: Record<string, unknown>): Log;
};

/** Fields that are never written, wherever they stand. */
const SECRET_FIELDS =
  /^(authorization|cookie|set-cookie|password|passwordHash|token|secret|otpCode|cpf|cnpj|email|body)$/i;

const PATTERNS: [RegExp, string | ((found: string) => string)][] = [
  // What a failed query was asked with: Drizzle writes every value, names and password hashes too, into its message.
  [/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '\nparams: [hidden]'],
  [/Bearer\s+[\w.~+/=-]+/gi, 'Bearer [hidden]'],
  // Begun only where a word begins: begun at each letter it costs the square of a path's length.
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]'],
  [/\b[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/[0-9A-Z]{4}-?\d{2}\b/gi, '[cnpj]'],
  [/(?<![\w-])\d{14}(?![\w-])/g, '[cnpj]'],
  // With letters and without signs it looks like many an id: its check digits tell.
  [/(?<![\w-])[0-9A-Z]{12}\d{2}(?![\w-])/gi, (found) => (parseCnpj(found) ? '[cnpj]' : found)],
  [/(?<![\w-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\w-])/g, '[cpf]'],
  // After the CPF, whose eleven digits a mobile number without signs looks like.
  [/(?<![\w-])(\+55 ?)?\(?\d{2}\)? ?9?\d{4}-\d{4}(?![\w-])|\+55\d{10,11}(?!\w)/g, '[telefone]'],
];

/** The characters of one text that are logged; what comes after is cut. */
const MAX_LOGGED_CHARS = 8_000;

/**
 * A text without CPF, CNPJ, e-mail addresses, telephone numbers and bearer tokens, cut to MAX_LOGGED_CHARS afterwards: cut
 * before, half an address would no longer be one.
 */
export function scrub(text: string): string {
  const clean = PATTERNS.reduce(
    (before, [pattern, instead]) =>
      before.replace(pattern, (found) => (typeof instead === 'string' ? instead : instead(found))),
    text,
  );
  if (clean.length <= MAX_LOGGED_CHARS) return clean;
  return `${clean.slice(0, MAX_LOGGED_CHARS)}… [${clean.length} characters]`;
}

/** Any value without secrets, ready for the log; errors keep name, message, code, stack and cause. */
function scrubbed(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrub(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 6) return '[deep]';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => scrubbed(item, depth + 1));
  const fields: [string, unknown][] =
    value instanceof Error
      ? [
          ['name', value.name],
          ['message', value.message],
          ['code', 'code' in value ? value.code : undefined],
          ['stack', value.stack],
          ['cause', value.cause],
        ]
      : Object.entries(value);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, SECRET_FIELDS.test(name) ? '[hidden]' : scrubbed(field, depth + 1)]),
  );
}

/** Opens the log at a level of LOG_LEVEL; `write` takes each line in place of the standard output. */
export function openLog(level: string, write?: (line: string) => void): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => error },
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => scrubbed(fields) as Record<string, unknown>,
      bindings: (fields) => scrubbed(fields) as Record<string, unknown>,
    },
    hooks: {
      logMethod(values, method) {
        const clean = values.map((value: unknown) => (typeof value === 'string' ? scrub(value) : value));
        method.apply(this, clean as typeof values);
      },
    },
  };
  return pino(options, { write: write ?? standardOutput.write });
}

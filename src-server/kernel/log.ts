import { type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import { parseCnpj } from '#domain/tax-id';
import { standardOutput } from '#server/kernel/log-sink';

export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: Record<string, unknown>): Log;
};

const SECRET_FIELDS =
  /^(authorization|cookie|set-cookie|password|passwordHash|token|secret|otpCode|cpf|cnpj|email|body)$/i;

const PATTERNS: [RegExp, string | ((found: string) => string)][] = [
  // Drizzle writes all parameters, password hashes too, into the message of a failed query.
  [/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '\nparams: [hidden]'],
  [/Bearer\s+[\w.~+/=-]+/gi, 'Bearer [hidden]'],
  // Starts at word boundaries only: otherwise quadratic in the length of a path.
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]'],
  [/\b[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/[0-9A-Z]{4}-?\d{2}\b/gi, '[cnpj]'],
  [/(?<![\w-])\d{14}(?![\w-])/g, '[cnpj]'],
  // An unpunctuated alphanumeric CNPJ looks like an id; its check digits decide.
  [/(?<![\w-])[0-9A-Z]{12}\d{2}(?![\w-])/gi, (found) => (parseCnpj(found) ? '[cnpj]' : found)],
  [/(?<![\w-])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?![\w-])/g, '[cpf]'],
  // After the CPF: an unpunctuated mobile number also has eleven digits.
  [/(?<![\w-])(\+55 ?)?\(?\d{2}\)? ?9?\d{4}-\d{4}(?![\w-])|\+55\d{10,11}(?!\w)/g, '[telefone]'],
];

const MAX_LOGGED_CHARS = 8_000;

/** What every match has: most texts of a log need not be searched for each pattern. */
const MAY_MATCH = /[\d@\n]|Bearer/i;

/** Removes CPF, CNPJ, e-mail, telephone and tokens, then cuts: half an address would no longer match. */
export function scrub(text: string): string {
  const clean = MAY_MATCH.test(text) ? hidden(text) : text;
  if (clean.length <= MAX_LOGGED_CHARS) return clean;
  return `${clean.slice(0, MAX_LOGGED_CHARS)}… [${clean.length} characters]`;
}

const hidden = (text: string): string =>
  PATTERNS.reduce(
    (before, [pattern, instead]) =>
      before.replace(pattern, (found) => (typeof instead === 'string' ? instead : instead(found))),
    text,
  );

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

/** As `log.child(fields)`, made when it first writes: most requests only have their one line. */
export const lateChild = (log: Log, fields: Record<string, unknown>): Log => new LateChild(log, fields);

class LateChild implements Log {
  readonly #parent: Log;
  readonly #fields: Record<string, unknown>;
  #made: Log | null = null;

  constructor(parent: Log, fields: Record<string, unknown>) {
    this.#parent = parent;
    this.#fields = fields;
  }

  get #log(): Log {
    this.#made ??= this.#parent.child(this.#fields);
    return this.#made;
  }

  debug(fields: object, message: string): void {
    this.#log.debug(fields, message);
  }

  info(fields: object, message: string): void {
    this.#log.info(fields, message);
  }

  warn(fields: object, message: string): void {
    this.#log.warn(fields, message);
  }

  error(fields: object, message: string): void {
    this.#log.error(fields, message);
  }

  child(fields: Record<string, unknown>): Log {
    return this.#log.child(fields);
  }
}

import { z } from 'zod';
import { assertNoTransaction } from '#db/scope';
import { answered, type Outcome, type ProviderError, unknown } from './outcome.ts';

/** Longer answers are rejected; a QR code's image is some hundred kilobytes. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

const MAX_WAIT_SECONDS = 12 * 3600;

/** Causes of a failed fetch before any connection: nothing was sent. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export type CallLog = { debug(fields: object, message: string): void };

/** `path` has `{placeholders}` filled from `parts`, so that logs contain no ids. */
export type ProviderRequest<T> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/v3/${string}`;
  parts?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: object | FormData;
  answer: z.ZodType<T>;
  timeoutFactor?: number;
  /** 4 MiB if left out. */
  maxBytes?: number;
};

/** Calls the provider as one account. Never throws for failures of provider or network. */
export type Call = <T>(request: ProviderRequest<T>) => Promise<Outcome<T>>;

export type CallOptions = {
  /** Without `/v3` and trailing slashes; null: not configured, every call is `unreached`. */
  url: string | null;
  timeoutMs: number;
  userAgent: string;
  log: CallLog | null;
  onEnd: (call: { durationMs: number; outcome: Outcome<unknown>['kind'] }) => void;
};

/** Makes the function that every provider call goes through; it never retries. */
export function makeCall(options: CallOptions, apiKey: string): Call {
  return async (request) => {
    assertNoTransaction('the payment provider is called');
    if (options.url === null) return { kind: 'unreached' };
    if (Object.values(request.parts ?? {}).some(isStep)) return { kind: 'refused', status: 404, errors: [] };
    const startedAtMs = performance.now();
    const { outcome, status } = await ask(options, options.url, apiKey, request);
    const durationMs = Math.round(performance.now() - startedAtMs);
    options.log?.debug(
      { method: request.method, path: request.path, status, outcome: outcome.kind, durationMs },
      'called the payment provider',
    );
    options.onEnd({ durationMs, outcome: outcome.kind });
    return outcome;
  };
}

/** In place of a call that would be more than an account may take. */
export class CallsUsedUp extends Error {
  override readonly name = 'CallsUsedUp';
  readonly maxCalls: number;
  constructor(maxCalls: number) {
    super(`more than ${maxCalls} calls to the payment provider`);
    this.maxCalls = maxCalls;
  }
}

/** Throws CallsUsedUp after `maxCalls`. */
export function withBudget(call: Call, maxCalls: number): Call {
  let made = 0;
  return async (request) => {
    if (made >= maxCalls) throw new CallsUsedUp(maxCalls);
    made += 1;
    return call(request);
  };
}

async function ask<T>(
  { timeoutMs, userAgent }: CallOptions,
  base: string,
  apiKey: string,
  request: ProviderRequest<T>,
): Promise<{ outcome: Outcome<T>; status: number | null }> {
  let status: number | null = null;
  try {
    const { body } = request;
    const isForm = body instanceof FormData;
    const response = await fetch(addressOf(base, request), {
      method: request.method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs * (request.timeoutFactor ?? 1)),
      headers: {
        accept: 'application/json',
        'user-agent': userAgent,
        access_token: apiKey,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    status = response.status;
    return { outcome: await outcomeOf(response, request), status };
  } catch (error) {
    // A 4xx whose body broke off is still a refusal.
    if (status !== null && isRefusal(status))
      return { outcome: { kind: 'refused', status, errors: [] }, status };
    return { outcome: failureOf(error), status };
  }
}

/** Would lead to another path, also when it is encoded. */
const isStep = (part: string): boolean => part === '.' || part === '..';

function addressOf<T>(base: string, { path, parts = {}, query = {} }: ProviderRequest<T>): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
  const address = new URL(base + filled);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value));
  return address;
}

/** 408 leaves open whether the request arrived. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408;

async function outcomeOf<T>(response: Response, request: ProviderRequest<T>): Promise<Outcome<T>> {
  const { answer, maxBytes = MAX_ANSWER_BYTES } = request;
  const { status } = response;
  if (status === 408 || status >= 500) {
    await response.body?.cancel();
    return unknown(status === 408 ? 'timeout' : 'server');
  }
  const text = await readText(response, maxBytes);
  if (isRefusal(status)) return { kind: 'refused', status, errors: errorsIn(text), ...waitIn(response) };
  const read = answer.safeParse(jsonIn(text));
  return read.success && !isOfAnother(request, read.data) ? answered(read.data) : unknown('malformed');
}

/**
 * An object that was asked for by its id answers for itself, as does a refunded one: another's would be booked to the wrong customer. What is
 * made with a reference has it, or tells none: of two orders that got each other's answers the wrong one would be given back.
 */
function isOfAnother({ method, path, parts, body }: ProviderRequest<unknown>, read: unknown): boolean {
  if (typeof read !== 'object' || read === null) return false;
  const isNamed = method === 'POST' ? path.endsWith('/{id}/refund') : path.endsWith('/{id}');
  if (isNamed && 'id' in read && read.id !== parts?.id) return true;
  const sent = referenceOf(body);
  const told = referenceOf(read);
  return sent !== null && told !== null && told !== sent;
}

const referenceOf = (object: object | undefined): unknown =>
  object && 'externalReference' in object ? object.externalReference : null;

/** A 429 says how long to wait: in seconds, under either name. Longer than the quota's window is not believed. */
function waitIn({ status, headers }: Response): { retryAfterSeconds?: number } {
  const text = headers.get('retry-after') ?? headers.get('ratelimit-reset') ?? '';
  if (status !== 429 || !/^\d{1,9}$/.test(text)) return {};
  return { retryAfterSeconds: Math.min(Number(text), MAX_WAIT_SECONDS) };
}

async function readText({ body }: Response, maxBytes: number): Promise<string | null> {
  if (!body) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

const errorsSchema = z.object({
  errors: z.array(z.object({ code: z.string(), description: z.string() })),
});

function errorsIn(text: string | null): ProviderError[] {
  const read = errorsSchema.safeParse(jsonIn(text));
  return read.success ? read.data.errors : [];
}

function failureOf(error: unknown): Extract<Outcome<never>, { kind: 'unreached' | 'unknown' }> {
  if (error instanceof DOMException && error.name === 'TimeoutError') return unknown('timeout');
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  // On an established connection the same code has syscall 'write' or 'read'.
  const wasConnected =
    cause instanceof Error && 'syscall' in cause && /^(read|write)/.test(`${cause.syscall}`);
  return NEVER_CONNECTED.has(code) && !wasConnected ? { kind: 'unreached' } : unknown('network');
}

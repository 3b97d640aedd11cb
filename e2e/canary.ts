import type { BrowserContext, Request, Response } from 'playwright-core';
import { DEMO_LOGINS } from '../src-server/seed/people.ts';

/**
 * What a journey puts into the bank and no log may hold: passwords, documents, tokens, codes, two-factor secrets. Pages and
 * scripts note it as they send and receive it; when a bank is stopped, its log is searched for all of it.
 */
const noted = new Set<string>();

/** Fields of a request whose text is nobody else's business. */
const SENT =
  /^(password|current|next|newPassword|confirmation|token|secret|code|otpCode|otp|cpf|cnpj|document)$/;
/** Fields of a query that are: other codes and tokens in an address are meant to be seen. */
const ASKED = /^(cpf|cnpj|document)$/;
/** Fields of an answer that are shown once. */
const ANSWERED = /^(secret|backupCodes)$/;
const SHORTEST = 6;
const SHORTEST_COOKIE = 16;

/** Notes one secret; of a masked document also its digits. */
export function note(secret: string): void {
  if (secret.length < SHORTEST) return;
  noted.add(secret);
  const bare = secret.replace(/[.\-/\s]/g, '');
  if (/^(\d{6}|\d{11}|[A-Z\d]{12}\d{2}|[A-Z\d]{16})$/i.test(bare)) noted.add(bare);
}

/** Notes the texts of such fields, however deep they stand. */
function noteFields(value: unknown, names: RegExp): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    const texts = names.test(name) ? [field].flat() : [];
    for (const text of texts) if (typeof text === 'string') note(text);
    noteFields(field, names);
  }
}

/** Notes what a request's body carries, given as it was sent. */
export function noteSent(body: string | null | undefined): void {
  noteFields(parsed(body), SENT);
}

/** Notes what an answer shows only once, given as text. */
export function noteAnswered(body: string): void {
  noteFields(parsed(body), ANSWERED);
}

/** Notes the values of `Set-Cookie` lines: a session's token is one. */
export function noteCookies(lines: readonly string[]): void {
  for (const line of lines) {
    const value = line.split(';')[0]?.split('=').slice(1).join('=').trim() ?? '';
    if (value.length >= SHORTEST_COOKIE) note(value);
  }
}

/** Notes all that a browser context sends and is given from now on. */
export function watch(context: BrowserContext): void {
  context.on('request', (request) => noteRequest(request));
  context.on('response', (response) => void noteResponse(response).catch(() => null));
}

function noteRequest(request: Request): void {
  noteSent(request.postData());
  const query = new URL(request.url()).searchParams;
  noteFields(parsed(query.get('input')), ASKED);
  noteFields(Object.fromEntries(query), ASKED);
}

/** A page may be gone before its last answer was read: what was in it is then nobody's. */
async function noteResponse(response: Response): Promise<void> {
  const request = response.request();
  if (!/\/(trpc|api)\//.test(request.url()) || request.method() === 'GET') return;
  const cookies = await response.headerValue('set-cookie');
  noteCookies(cookies?.split('\n') ?? []);
  noteAnswered(await response.text());
}

/** Notes the codes and links of the messages that the bank wrote, each alone on its line. */
export async function noteMailbox(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/dev/mailbox`, { headers: { accept: 'application/json' } }).catch(
    () => null,
  );
  if (!answer?.ok) return;
  const { messages } = (await answer.json()) as { messages: { text: string }[] };
  for (const line of messages.flatMap(({ text }) => text.split('\n'))) {
    if (/^[A-Z\d]{6}$/.test(line.trim())) note(line.trim());
    const token = /[?#&]token=([\w-]+)/.exec(line)?.[1];
    if (token) note(token);
  }
}

/** The lines of a server's output that hold a secret of `secrets` (all that were noted, unless said), with which. */
export function leaksIn(output: string, secrets: Iterable<string> = noted): string[] {
  const searched = [...secrets]
    .filter((secret) => output.includes(secret))
    .map((secret) => ({ secret, pattern: patternOf(secret) }));
  return output
    .split('\n')
    .filter((line) => !isInvitation(line))
    .flatMap((line) =>
      searched
        .filter(({ pattern }) => pattern.test(line))
        .map(({ secret }) => `the log has a secret (${secret}): ${line.slice(0, 400)}`),
    );
}

/** Short ones and numbers stand alone: the same characters inside an id or a moment are no secret. */
function patternOf(secret: string): RegExp {
  const text = secret.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return /^[A-Z\d]{6}$|^\d+$/i.test(secret) ? new RegExp(`(?<![\\w.-])${text}(?![\\w.-])`) : new RegExp(text);
}

/** At the start the demonstration says how to sign in to it: that is no log line. */
const isInvitation = (line: string): boolean =>
  DEMO_LOGINS.some(({ label, document, password }) =>
    new RegExp(`^ {2}${label} +${document.replace(/[./]/g, '\\$&')} +senha ${password}$`).test(line),
  );

function parsed(text: string | null | undefined): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

import type { BrowserContext, Request, Response } from 'playwright-core';
import { DEMO_LOGINS } from '../src-server/seed/people.ts';

/** Secrets sent or received by a journey; no log may hold them. Checked when a bank stops. */
const noted = new Set<string>();

const SENT =
  /^(password|current|next|newPassword|confirmation|token|secret|code|otpCode|otp|cpf|cnpj|document)$/;
/** Query fields with secrets; other codes and tokens in an address are public. */
const ASKED = /^(cpf|cnpj|document)$/;
const ANSWERED = /^(secret|backupCodes)$/;
const SHORTEST = 6;
const SHORTEST_COOKIE = 16;

/** Of a document or code with punctuation, also notes the bare characters. */
export function note(secret: string): void {
  if (secret.length < SHORTEST) return;
  noted.add(secret);
  const bare = secret.replace(/[.\-/\s]/g, '');
  if (/^(\d{6}|\d{11}|[A-Z\d]{12}\d{2}|[A-Z\d]{16})$/i.test(bare)) noted.add(bare);
}

function noteFields(value: unknown, names: RegExp): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    const texts = names.test(name) ? [field].flat() : [];
    for (const text of texts) if (typeof text === 'string') note(text);
    noteFields(field, names);
  }
}

export function noteSent(body: string | null | undefined): void {
  noteFields(parsed(body), SENT);
}

export function noteAnswered(body: string): void {
  noteFields(parsed(body), ANSWERED);
}

/** `Set-Cookie` lines hold session tokens. */
export function noteCookies(lines: readonly string[]): void {
  for (const line of lines) {
    const value = line.split(';')[0]?.split('=').slice(1).join('=').trim() ?? '';
    if (value.length >= SHORTEST_COOKIE) note(value);
  }
}

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

/** The page may close before its last answer was read. */
async function noteResponse(response: Response): Promise<void> {
  const request = response.request();
  if (!/\/(trpc|api)\//.test(request.url()) || request.method() === 'GET') return;
  const cookies = await response.headerValue('set-cookie');
  noteCookies(cookies?.split('\n') ?? []);
  noteAnswered(await response.text());
}

export async function noteMailbox(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/dev/mailbox`, { headers: { accept: 'application/json' } }).catch(
    () => null,
  );
  if (!answer?.ok) return;
  const { messages } = (await answer.json()) as { messages: { text: string }[] };
  for (const line of messages.flatMap(({ text }) => text.split('\n'))) {
    if (/^[A-Z\d]{6}$/.test(line.trim())) note(line.trim());
    const token = /[?#&]token=([\w.-]+)/.exec(line)?.[1];
    if (token) note(token);
  }
}

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

/** Short secrets and numbers must stand alone: they may occur inside an id or a timestamp. */
function patternOf(secret: string): RegExp {
  const text = secret.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return /^[A-Z\d]{6}$|^\d+$/i.test(secret) ? new RegExp(`(?<![\\w.-])${text}(?![\\w.-])`) : new RegExp(text);
}

/** The demonstration prints its credentials on start; that is no log line. */
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

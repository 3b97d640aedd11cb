import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { HttpEnv } from '#server/http/http';
import type { Bank } from '#server/kernel/context';

/** RFC 9116, 2.5.5: less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 24 * 3600 * 1000;

const FOLDER = '.well-known';
const FILES = ['security.txt', 'security-policy.txt'];

/** `public/.well-known` (RFC 9116) with this installation's addresses; the expiry date is computed per request. */
export function serveSecurityTxt(app: Hono<HttpEnv>, { env, clock }: Bank): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' };
  for (const name of FILES) {
    const text = readFileSync(join('public', FOLDER, name), 'utf8').replaceAll('\n', '\r\n');
    app.get(`/${FOLDER}/${name}`, (c) => c.body(filledIn(text, env, clock.real()), 200, headers));
  }
}

type Names = Pick<Bank['env'], 'APP_ORIGIN' | 'BRAND_NAME' | 'SUPPORT_EMAIL'>;

function filledIn(text: string, { APP_ORIGIN, BRAND_NAME, SUPPORT_EMAIL }: Names, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS);
  const values: Record<string, string> = {
    __APP_ORIGIN__: APP_ORIGIN,
    __BRAND_NAME__: BRAND_NAME,
    __SUPPORT_EMAIL__: SUPPORT_EMAIL,
    __EXPIRES__: new Date((today + VALID_DAYS) * DAY_MS).toISOString(),
  };
  return text.replace(/__[A-Z]+(?:_[A-Z]+)*__/g, (mark) => values[mark] ?? mark);
}

import type { RestMethod } from '../src-server/access/named.ts';
import type { RestAnswer } from '../src-server/testing/rest-answer.ts';
import { note, noteAnswered, noteCookies, noteSent } from './canary.ts';

export type Script = {
  call: <Method extends RestMethod, Path extends string>(
    method: Method,
    path: Path,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer<Method, Path>>;
  cookies: Map<string, string>;
};

/** On success the body is typed as the procedure's output. */
export type Answer<Method extends RestMethod = RestMethod, Path extends string = string> = {
  status: number;
  body: BodyOf<Method, Path>;
  headers: Headers;
};

/** Outside `/api` the body is untyped, except that of `/dev/clock`: the new date. */
type BodyOf<Method extends RestMethod, Path extends string> = Path extends `/api/${string}`
  ? RestAnswer<Method, Path>
  : Path extends '/dev/clock'
    ? { today: string }
    : unknown;

export function newScript(origin: string): Script {
  const cookies = new Map<string, string>();
  const call: Script['call'] = async (
    method: RestMethod,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    noteSent(sent);
    note(headers.Authorization?.replace(/^Bearer /, '') ?? '');
    const answer = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        'X-Requested-With': 'script',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(cookies.size ? { Cookie: cookieLineOf({ cookies }) } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    noteCookies(answer.headers.getSetCookie());
    for (const line of answer.headers.getSetCookie()) keep(cookies, line);
    const text = await answer.text();
    noteAnswered(text);
    return { status: answer.status, body: text ? JSON.parse(text) : {}, headers: answer.headers };
  };
  return { call, cookies };
}

export const cookieLineOf = ({ cookies }: Pick<Script, 'cookies'>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

export const cookiesOf = ({ cookies }: Script, url: string) =>
  [...cookies].map(([name, value]) => ({ name, value, url }));

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at).trim();
  const value = pair.slice(at + 1).trim();
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

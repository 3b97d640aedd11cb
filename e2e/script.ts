import { note, noteAnswered, noteCookies, noteSent } from './canary.ts';

/** A script's view of the bank: plain `fetch` with a cookie jar, as a person would write it with curl. */
export type Script = {
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  cookies: Map<string, string>;
};

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

/** A script with an empty cookie jar. */
export function newScript(origin: string): Script {
  const cookies = new Map<string, string>();
  const call: Script['call'] = async (method, path, body, headers = {}) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    noteSent(sent);
    note(headers.Authorization?.replace(/^Bearer /, '') ?? '');
    const answer = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        'X-Requested-With': 'script',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(cookies.size
          ? { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
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

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at).trim();
  const value = pair.slice(at + 1).trim();
  if (value === '' || /max-age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

import { watchedFetch } from './ui/connection.ts';

/** The message is `<status>: <body or status text>`; `body` is the parsed answer, if it was JSON. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  constructor(
    readonly status: number,
    text: string,
    readonly body: unknown,
  ) {
    super(`${status}: ${text}`);
  }
}

/** `['/api/contracts', id, 'pdf']` → `/api/contracts/<id>/pdf`; escapes every segment but the first. */
export type Key = readonly [path: string, ...segments: (string | number)[]];

type Options = Omit<RequestInit, 'credentials'> & {
  on401?: 'error' | 'null';
};

async function call(key: Key, { on401 = 'error', ...init }: Options): Promise<Response | null> {
  const [path, ...segments] = key;
  const url = [path, ...segments.map((segment) => encodeURIComponent(segment))].join('/');
  const response = await watchedFetch(url, { ...init, credentials: 'include' });
  if (response.status === 401 && on401 === 'null') return null;
  if (!response.ok) throw await failure(response);
  return response;
}

async function failure(response: Response): Promise<RequestError> {
  const text = await response.text();
  return new RequestError(response.status, text || response.statusText, parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Unvalidated JSON: narrow it before use. Throws RequestError. */
export async function fetchJson(key: Key, options: Options = {}): Promise<unknown> {
  const response = await call(key, options);
  return response === null ? null : response.json();
}

/** `onBytes` receives the number of bytes so far and the new chunk. Throws RequestError. */
export async function fetchFile(
  key: Key,
  { onBytes, ...options }: Options & { onBytes?: (received: number, piece: Uint8Array) => void } = {},
): Promise<Blob | null> {
  const response = await call(key, options);
  if (!response?.body || !onBytes) return response === null ? null : response.blob();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    received += piece.value.length;
    onBytes(received, piece.value);
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}

import type { Hono } from 'hono';
import { refuse } from '#domain/refusal';
import { type FormRoom, openFormRoom } from '#server/http/form-room';
import { type HttpContext, type HttpEnv, methodNotAllowed, refusalResponse } from '#server/http/http';
import { jsonObject, readForm } from '#server/http/request-body';
import type { RestRow } from '#server/http/rest-table';
import type { Context } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import type { Log } from '#server/kernel/log';
import { logFailure } from '#server/kernel/log-failure';

/** `countUpload` refuses TOO_MANY_ATTEMPTS to somebody who has sent too many files. */
type Sender = {
  user: Context['user'];
  ip: string;
  countUpload(user: NonNullable<Context['user']>): Promise<void>;
};

/** `readInput` is called only after the access check. */
export type CallProcedure = (
  c: HttpContext,
  procedure: string,
  readInput: (sender: Sender) => Promise<Record<string, unknown>>,
) => Promise<unknown>;

export function serveRest(app: Hono<HttpEnv>, rows: readonly RestRow[], call: CallProcedure): void {
  for (const row of rows) {
    const [method, path] = row;
    app.on(method, path, async (c) => {
      // Held until the answer: the form's bytes stay in memory while it is checked.
      let room: FormRoom | undefined;
      const readInput = async ({ user, ip, countUpload }: Sender) => {
        if (row[4]?.multipart && !c.get('body')) {
          if (!user) refuse('UNAUTHENTICATED');
          room = openFormRoom(user.id, ip);
          await countUpload(user);
        }
        return inputOf(c, row, room);
      };
      try {
        return answer(c, row, await call(c, row[2], readInput));
      } catch (error) {
        return refusalResponse(c, error, row[4]);
      } finally {
        room?.giveBack();
      }
    });
  }
  for (const [path, allowed] of methodsByPath(rows)) app.all(path, (c) => methodNotAllowed(c, allowed));
}

export function takesMultipart(rows: readonly RestRow[]): (c: HttpContext) => boolean {
  const patterns = rows
    .filter(([, , , , options]) => options?.multipart)
    .map(([method, path]) => ({ method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }));
  return (c) => patterns.some(({ method, pattern }) => method === c.req.method && pattern.test(c.req.path));
}

function methodsByPath(rows: readonly RestRow[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const [method, path] of rows) {
    const known = methods.get(path) ?? [];
    methods.set(path, method === 'GET' ? [...known, 'GET', 'HEAD'] : [...known, method]);
  }
  return methods;
}

/** Path parameters override the body, which overrides the query; the idempotency key comes from its header. */
async function inputOf(
  c: HttpContext,
  [, , , , options]: RestRow,
  room: FormRoom | undefined,
): Promise<Record<string, unknown>> {
  const files = options?.multipart;
  const sent = room && files ? await formFields(c, files, room) : jsonObject(c.get('body'));
  // A query has no effect to repeat.
  const key = c.req.method === 'GET' || c.req.method === 'HEAD' ? undefined : c.req.header('idempotency-key');
  return {
    ...queryValues(c),
    ...sent,
    ...(key !== undefined && { idempotencyKey: key.replace(/^"(.*)"$/, '$1') }),
    ...c.req.param(),
  };
}

/** A repeated parameter becomes a list, which text schemas refuse. */
function queryValues(c: HttpContext): Record<string, unknown> {
  if (!c.req.url.includes('?')) return {};
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

async function formFields(
  c: HttpContext,
  files: readonly string[],
  room: FormRoom,
): Promise<Record<string, unknown>> {
  const form = await readForm(c.req.raw, room);
  return Object.fromEntries(
    [...form.entries()].filter(([name, value]) => typeof value === 'string' || files.includes(name)),
  );
}

function answer(c: HttpContext, [, , , wrapper, options]: RestRow, value: unknown): Response {
  if (options?.reply === 'pdf' || options?.reply === 'file')
    return fileResponse(c, options.reply, value as FileAnswer);
  return c.json((wrapper === null ? value : { [wrapper]: value }) as object, options?.status ?? 200);
}

/** Inline PDFs are our own; Chromium's viewer does not run in a sandbox, so only downloads have one. */
const SHOWN_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'";

function fileResponse(
  c: HttpContext,
  reply: 'pdf' | 'file',
  { bytes, fileName, contentType }: FileAnswer,
): Response {
  const disposition = reply === 'pdf' ? 'inline' : 'attachment';
  // RFC 6266: an ASCII name, and the exact name in UTF-8.
  const plainName = fileName.replace(/[^\w. -]/g, '_');
  const exactName = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return c.body(bytes instanceof Uint8Array ? bytes : streamOf(bytes, c.get('log')), 200, {
    'Content-Type': contentType,
    'Content-Disposition': `${disposition}; filename="${plainName}"; filename*=UTF-8''${exactName}`,
    'Content-Security-Policy': reply === 'pdf' ? SHOWN_POLICY : `${SHOWN_POLICY}; sandbox`,
  });
}

/** A failure breaks the connection, so that nobody takes a part for the whole. */
function streamOf(pieces: AsyncIterable<Uint8Array>, log: Log): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next();
          if (isCancelled) return;
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (isCancelled) return;
          logFailure(log, error, 'a file broke off');
          controller.error(error);
        }
      },
      cancel: async () => {
        isCancelled = true;
        await iterator.return?.();
      },
    },
    // Produces nothing before it is read: a HEAD has no reader.
    { highWaterMark: 0 },
  );
}

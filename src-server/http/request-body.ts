import type { MiddlewareHandler } from 'hono';
import { MAX_JSON_BYTES, MAX_UPLOAD_BYTES, UPLOAD_FORM_LIMITS, UPLOAD_TOO_LARGE } from '#domain/limits';
import { Refusal, refuse } from '#domain/refusal';
import type { FormRoom } from '#server/http/form-room';
import { type HttpContext, type HttpEnv, isUnsafe, refusalResponse } from '#server/http/http';

/** What a form adds around its file: boundaries, names, the other fields. */
const FORM_OVERHEAD_BYTES = 16 * 1024;
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES;

/** The parts that a form may have: the bank's own have two, and a million tiny ones take seconds to read. */
const MAX_FORM_PARTS = 20;

/** The headers of one part: a name and a file's name of 255 bytes, each letter escaped, are far below. */
const MAX_PART_HEADERS_BYTES = 2 * 1024;

const FORM_TYPE = 'multipart/form-data';
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i;
/** What a boundary is made of (RFC 2046, 5.1.1). */
const BOUNDARY_CHARACTERS = /^[\w'()+,./:=? -]+$/;

/** `application/json; charset=utf-8` → `application/json`. */
const mediaType = (contentType: string | undefined): string | null =>
  contentType?.split(';')[0]?.trim().toLowerCase() || null;

/**
 * Reads the body of every state-changing request into `c.get('body')`, counting the stream, so that neither a chunked body
 * nor a wrong Content-Length gets past the limit. Bodies are JSON; `takesMultipart` says which requests may send a form with
 * files instead, which is left unread (`readForm`) until it is known who sends it. Refuses UNSUPPORTED_MEDIA_TYPE and
 * PAYLOAD_TOO_LARGE; a request without a body needs no content type.
 */
export function requestBody(takesMultipart: (c: HttpContext) => boolean): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (!isUnsafe(c.req.method)) return next();
    const type = mediaType(c.req.header('content-type'));
    if (type === FORM_TYPE && takesMultipart(c)) return next();
    if (type !== null && type !== 'application/json') {
      return refusalResponse(c, new Refusal('UNSUPPORTED_MEDIA_TYPE'));
    }
    const body = await readAtMost(c.req.raw, MAX_JSON_BYTES);
    if (body === null) return refusalResponse(c, new Refusal('PAYLOAD_TOO_LARGE'));
    if (body.length > 0 && type === null) return refusalResponse(c, new Refusal('UNSUPPORTED_MEDIA_TYPE'));
    c.set('body', body);
    await next();
  };
}

/** The whole body, or null as soon as it is longer than `limitBytes`. Refuses MALFORMED_BODY where its client hung up half-way. */
async function readAtMost(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limitBytes) return null;
  if (announced === null) return readStream(request, limitBytes);
  // The HTTP parser ends the body where its length says, so it may be taken whole: far cheaper than its stream.
  const body = new Uint8Array(await request.arrayBuffer().catch(refuseBroken));
  return body.length > limitBytes ? null : body;
}

/** The same, piece by piece; `onPiece` is told the length of each, and reading ends when `givenUp` is rejected. */
async function readStream(
  { body }: Request,
  limitBytes: number,
  {
    onPiece = (_bytes: number) => {},
    givenUp,
  }: { onPiece?: (bytes: number) => void; givenUp?: Promise<never> } = {},
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { value } = await Promise.race([reader.read(), ...(givenUp ? [givenUp] : [])]).catch(refuseBroken);
    if (!value) return new Uint8Array(Buffer.concat(pieces, length));
    length += value.byteLength;
    if (length > limitBytes) return null;
    onPiece(value.byteLength);
    pieces.push(value);
  }
}

/** Only a body that was read already is a fault of ours. */
function refuseBroken(error: unknown): never {
  if (error instanceof TypeError || error instanceof Refusal) throw error;
  return refuse('MALFORMED_BODY');
}

/** Reads a form into its room while it keeps the pace. Refuses BUSY, and MALFORMED_BODY for a sender that stalls. */
async function readIntoRoom(request: Request, room: FormRoom): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_FORM_BYTES) return null;
  let cameBytes = 0;
  let giveUp: (why: Refusal) => void = () => {};
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const pace = setInterval(() => {
    if (cameBytes < UPLOAD_FORM_LIMITS.paceBytes) giveUp(new Refusal('MALFORMED_BODY', { text: STALLED }));
    cameBytes = 0;
  }, UPLOAD_FORM_LIMITS.paceSeconds * 1000);
  const onPiece = (bytes: number) => {
    room.take(bytes);
    cameBytes += bytes;
  };
  return readStream(request, MAX_FORM_BYTES, { onPiece, givenUp }).finally(() => clearInterval(pace));
}

const STALLED = 'O envio parou antes do fim. Envie o arquivo de novo.';

/**
 * The form in a request. Refuses PAYLOAD_TOO_LARGE by its bytes and by its parts, BUSY where there is no room for it, and
 * MALFORMED_BODY for what is none, comes too slowly, or has a part with long headers: the parser takes each line of them apart.
 */
export async function readForm(request: Request, room: FormRoom): Promise<FormData> {
  const body = await readIntoRoom(request, room);
  if (body === null) refuse('PAYLOAD_TOO_LARGE', { text: UPLOAD_TOO_LARGE });
  const found = BOUNDARY.exec(request.headers.get('content-type') ?? '');
  const mark = found?.[1] ?? found?.[2] ?? '';
  if (!BOUNDARY_CHARACTERS.test(mark)) refuse('MALFORMED_BODY');
  checkParts(Buffer.from(body.buffer, body.byteOffset, body.byteLength), mark);
  // Of several boundaries in the header the parser could take another one than was checked.
  return new Response(body, { headers: { 'content-type': `${FORM_TYPE}; boundary="${mark}"` } })
    .formData()
    .catch(() => refuse('MALFORMED_BODY'));
}

function checkParts(body: Buffer, mark: string): void {
  const delimiter = `--${mark}`;
  let parts = 0;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    const after = at + delimiter.length;
    const headers = body.subarray(after, after + MAX_PART_HEADERS_BYTES);
    if (headers.toString('latin1', 0, 2) === '--') continue;
    if (!headers.includes('\r\n\r\n')) refuse('MALFORMED_BODY');
    parts += 1;
    if (parts > MAX_FORM_PARTS)
      refuse('PAYLOAD_TOO_LARGE', { text: `O formulário deve ter no máximo ${MAX_FORM_PARTS} partes` });
  }
}

/** The JSON object in a body; an empty body is an empty object. Refuses MALFORMED_BODY for anything else. */
export function jsonObject(body: Uint8Array | undefined): Record<string, unknown> {
  if (!body || body.length === 0) return {};
  const value = parsed(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse('MALFORMED_BODY');
  return value as Record<string, unknown>;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return refuse('MALFORMED_BODY');
  }
}

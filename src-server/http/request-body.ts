import type { MiddlewareHandler } from 'hono';
import { MAX_JSON_BYTES, MAX_UPLOAD_BYTES, UPLOAD_FORM_LIMITS, UPLOAD_TOO_LARGE } from '#domain/limits';
import { Refusal, refuse } from '#domain/refusal';
import type { FormRoom } from '#server/http/form-room';
import { type HttpContext, type HttpEnv, isUnsafe, refusalResponse } from '#server/http/http';

const FORM_OVERHEAD_BYTES = 16 * 1024;
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES;

/** Our forms have two parts; a million tiny ones would take seconds. */
const MAX_FORM_PARTS = 20;

/** Ample for a name and a fully escaped file name of 255 bytes. */
const MAX_PART_HEADERS_BYTES = 2 * 1024;

/** Pieces of a body read as a stream: so many, and one more for each so many bytes. Each costs a turn of the event loop. */
const PIECES = { atLeast: 256, bytesEach: 256 };

const FORM_TYPE = 'multipart/form-data';
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))/i;
/** RFC 2046, 5.1.1. */
const BOUNDARY_CHARACTERS = /^[\w'()+,./:=? -]+$/;

const mediaType = (contentType: string | undefined): string | null =>
  contentType?.split(';')[0]?.trim().toLowerCase() || null;

/**
 * Counts the stream, so that neither chunks nor a wrong Content-Length pass the limit. Multipart bodies wait for
 * `readForm`, after authentication. Refuses UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE.
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
    if (body === null || hasManyValues(body)) return refusalResponse(c, new Refusal('PAYLOAD_TOO_LARGE'));
    if (body.length > 0 && type === null) return refusalResponse(c, new Refusal('UNSUPPORTED_MEDIA_TYPE'));
    c.set('body', body);
    return next();
  };
}

/** A batch of ten has some hundred values. 9,000 cost 12 ms to read, whoever sends them. */
const MAX_JSON_VALUES = 2_000;
const [COMMA, BRACKET, BRACE] = [0x2c, 0x5b, 0x7b];

/** By the bytes before each value, texts included: a hundredth of what it costs to parse them. */
function hasManyValues(body: Uint8Array): boolean {
  if (body.length <= MAX_JSON_VALUES) return false;
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
  }
  return values > MAX_JSON_VALUES;
}

/** Null as soon as it exceeds the limit. Refuses MALFORMED_BODY for a broken transfer. */
async function readAtMost(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limitBytes) return null;
  if (announced === null) return readStream(request, limitBytes);
  // Node's parser enforces Content-Length, so the body is read at once, far cheaper than as a stream.
  const body = new Uint8Array(await request.arrayBuffer().catch(refuseBroken));
  return body.length > limitBytes ? null : body;
}

/** `onPiece` gets the length of each chunk; a rejected `givenUp` ends reading. Refuses MALFORMED_BODY for many tiny chunks. */
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
    if (pieces.length > PIECES.atLeast + length / PIECES.bytesEach) refuse('MALFORMED_BODY');
  }
}

function refuseBroken(error: unknown): never {
  if (error instanceof TypeError || error instanceof Refusal) throw error;
  return refuse('MALFORMED_BODY');
}

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

/** Refuses PAYLOAD_TOO_LARGE, BUSY, and MALFORMED_BODY for an invalid or slow form or long part headers. */
export async function readForm(request: Request, room: FormRoom): Promise<FormData> {
  const body = await readIntoRoom(request, room);
  if (body === null) refuse('PAYLOAD_TOO_LARGE', { text: UPLOAD_TOO_LARGE });
  const found = BOUNDARY.exec(request.headers.get('content-type') ?? '');
  const mark = found?.[1] ?? found?.[2] ?? '';
  if (!BOUNDARY_CHARACTERS.test(mark)) refuse('MALFORMED_BODY');
  checkParts(Buffer.from(body.buffer, body.byteOffset, body.byteLength), mark);
  // Of several boundaries in the header the parser might use another one than was checked.
  return new Response(body, { headers: { 'content-type': `${FORM_TYPE}; boundary="${mark}"` } })
    .formData()
    .catch(() => refuse('MALFORMED_BODY'));
}

function checkParts(body: Buffer, mark: string): void {
  const delimiter = `--${mark}`;
  let delimiters = 0;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    delimiters += 1;
    // The last one closes the form.
    if (delimiters > MAX_FORM_PARTS + 1)
      refuse('PAYLOAD_TOO_LARGE', { text: `O formulário deve ter no máximo ${MAX_FORM_PARTS} partes` });
    const after = at + delimiter.length;
    const headers = body.subarray(after, after + MAX_PART_HEADERS_BYTES);
    if (headers.toString('latin1', 0, 2) === '--') continue;
    if (!headers.includes('\r\n\r\n')) refuse('MALFORMED_BODY');
  }
}

/** An empty body is {}. Refuses MALFORMED_BODY for anything but an object. */
export function jsonObject(body: Uint8Array | undefined): Record<string, unknown> {
  if (!body || body.length === 0) return {};
  const value = parsed(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse('MALFORMED_BODY');
  return value as Record<string, unknown>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return refuse('MALFORMED_BODY');
  }
}

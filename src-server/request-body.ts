import type { MiddlewareHandler } from 'hono';
import { MAX_JSON_BYTES, MAX_UPLOAD_BYTES, UPLOAD_TOO_LARGE } from '#domain/limits';
import { Refusal, refuse } from '#domain/refusal';
import { type HttpContext, type HttpEnv, isUnsafe, refusalResponse } from '#server/http';

/** What a form adds around its file: boundaries, names, the other fields. */
const FORM_OVERHEAD_BYTES = 16 * 1024;

/** `application/json; charset=utf-8` → `application/json`. */
const mediaType = (contentType: string | undefined): string | null =>
  contentType?.split(';')[0]?.trim().toLowerCase() || null;

/**
 * Reads the body of every state-changing request into `c.get('body')`, counting the stream, so that neither a chunked body
 * nor a wrong Content-Length gets past the limit. Bodies are JSON; `takesMultipart` says which requests may send a form with
 * files instead. Refuses UNSUPPORTED_MEDIA_TYPE and PAYLOAD_TOO_LARGE; a request without a body needs no content type.
 */
export function requestBody(takesMultipart: (c: HttpContext) => boolean): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (!isUnsafe(c.req.method)) return next();
    const type = mediaType(c.req.header('content-type'));
    const isForm = type === 'multipart/form-data' && takesMultipart(c);
    if (type !== null && type !== 'application/json' && !isForm) {
      return refusalResponse(c, new Refusal('UNSUPPORTED_MEDIA_TYPE'));
    }
    const body = await readAtMost(
      c.req.raw,
      isForm ? MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES : MAX_JSON_BYTES,
    );
    if (body === null) {
      const text = isForm ? { text: UPLOAD_TOO_LARGE } : {};
      return refusalResponse(c, new Refusal('PAYLOAD_TOO_LARGE', text));
    }
    if (body.length > 0 && type === null) return refusalResponse(c, new Refusal('UNSUPPORTED_MEDIA_TYPE'));
    c.set('body', body);
    await next();
  };
}

/** The whole body, or null as soon as it is longer than `limitBytes`. */
async function readAtMost(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > limitBytes) return null;
  if (announced !== null) {
    // The HTTP parser ends the body where its length says, so it may be taken whole: far cheaper than its stream.
    const body = new Uint8Array(await request.arrayBuffer());
    return body.length > limitBytes ? null : body;
  }
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > limitBytes) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, length));
}

/** The JSON object in a body; an empty body is an empty object. Refuses MALFORMED_BODY for anything else. */
export function jsonObject(body: Uint8Array): Record<string, unknown> {
  if (body.length === 0) return {};
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

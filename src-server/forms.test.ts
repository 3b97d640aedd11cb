import { describe, expect } from 'vitest';
import { createApp } from './app.ts';
import { test } from './testing/bank-test.ts';
import { caller, cookieOf, joana } from './testing/http-caller.ts';
import type { TestBank } from './testing/test-bank.ts';

const BOUNDARY = 'limite';
const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const FORM_ROWS = ['/api/asaas/documents', '/api/credit/proposals/x/upload-analysis'];

/** Sends a form piece by piece; answers how it was answered and how many bytes of it were taken. */
async function sendForm(
  bank: TestBank,
  path: string,
  pieces: string[],
  headers: Record<string, string> = {},
) {
  const left = [...pieces];
  let takenBytes = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = left.shift();
        if (piece === undefined) return controller.close();
        takenBytes += piece.length;
        controller.enqueue(new TextEncoder().encode(piece));
      },
    },
    { highWaterMark: 0 },
  );
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type, ...headers } };
  const answer = await createApp(bank, { clientFolder: 'no-such-folder' }).request(path, init as RequestInit);
  return { status: answer.status, body: (await answer.json()) as { code: string }, takenBytes };
}

describe('a form', () => {
  test('of nobody, or of who may not send it, is answered before a byte of it is read', async ({ bank }) => {
    const tiny = Array.from({ length: 50 }, () => PART.repeat(200));
    for (const path of FORM_ROWS)
      expect(await sendForm(bank, path, tiny), path).toMatchObject({ status: 401, takenBytes: 0 });
    const customer = {
      cookie: cookieOf(await caller(bank)('POST', '/api/auth/register', joana)),
      'x-requested-with': 'test',
    };
    expect(await sendForm(bank, FORM_ROWS[1] ?? '', tiny, customer)).toMatchObject({
      status: 403,
      takenBytes: 0,
    });
  });

  test('has twenty parts at most, and no more of a larger one is read than its limit', async ({ bank }) => {
    const customer = {
      cookie: cookieOf(await caller(bank)('POST', '/api/auth/register', joana)),
      'x-requested-with': 'test',
    };
    const send = (pieces: string[]) => sendForm(bank, FORM_ROWS[0] ?? '', pieces, customer);
    expect(await send([PART.repeat(20), END])).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    expect(await send([PART.repeat(21), END])).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    });
    const endless = Array.from({ length: 400 }, () => 'x'.repeat(64 * 1024));
    const large = await send([PART, ...endless]);
    expect(large).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    expect(large.takenBytes).toBeLessThan(11 * 1024 * 1024);
    expect(await send(['no form at all'])).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
  });

  test('without a boundary is none', async ({ bank }) => {
    const customer = {
      cookie: cookieOf(await caller(bank)('POST', '/api/auth/register', joana)),
      'x-requested-with': 'test',
    };
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=""',
    ])
      expect(
        await sendForm(bank, FORM_ROWS[0] ?? '', [PART, END], { ...customer, 'content-type': type }),
      ).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
  });
});

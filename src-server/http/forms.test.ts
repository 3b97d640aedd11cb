import { connect, type Socket } from 'node:net';
import { describe, expect, vi } from 'vitest';
import { ATTEMPT_LIMITS, MAX_UPLOAD_BYTES, UPLOAD_FORM_LIMITS } from '#domain/limits';
import { test } from '#server/testing/bank-test';
import { BOUNDARY, customer, END, FORM_ROWS, holdForm, PART, sendForm } from '#server/testing/forms';
import { freePort } from '../../e2e/bank.ts';
import { createApp } from './app.ts';
import { listen } from './listen.ts';

const WAIT = { timeout: 20_000, interval: 20 };

const behindProxy = test.extend('env', { TRUST_PROXY: '127.0.0.1' } as Record<string, string>);

describe('the memory reserved for forms', () => {
  test('one user may send two forms at a time, and the third is refused unread', async ({ bank }) => {
    const headers = await customer(bank);
    const send = () => sendForm(bank, FORM_ROWS[0] ?? '', [PART, END], headers);
    const held = await Promise.all([holdForm(bank, headers), holdForm(bank, headers)]);
    expect(await send()).toMatchObject({ status: 503, body: { code: 'BUSY' }, takenBytes: 0, wait: '5' });
    const another = await customer(bank, '11144477735');
    expect(await sendForm(bank, FORM_ROWS[0] ?? '', [PART, END], another)).toMatchObject({ status: 400 });
    expect(await held[0].end()).toBe(400);
    expect(await send()).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    expect(await held[1].end()).toBe(400);
  });

  test('the reserved memory is given back after accepted, refused and interrupted forms', async ({
    bank,
  }) => {
    const headers = await customer(bank);
    const send = (pieces: string[]) => sendForm(bank, FORM_ROWS[0] ?? '', pieces, headers);
    for (let round = 0; round < 2 * UPLOAD_FORM_LIMITS.formsPerUser; round += 1) {
      expect((await send(['no form at all'])).status).toBe(400);
      expect((await send([PART.repeat(21), END])).status).toBe(413);
      await (await holdForm(bank, headers)).hangUp();
      bank.clock.passSeconds(ATTEMPT_LIMITS.upload.windowSeconds);
    }
    expect(await send([PART, END])).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    // All bytes are released: as many forms fit as at the start.
    const large = 'x'.repeat(MAX_UPLOAD_BYTES - 1024);
    const most = Math.floor(UPLOAD_FORM_LIMITS.bytes / (large.length + PART.length));
    const people = ['11144477735', '27182818205', '16180339805'];
    const held = [];
    for (const cpf of people) {
      const own = await customer(bank, cpf);
      held.push(await holdForm(bank, own, large), await holdForm(bank, own, large));
    }
    expect(held).toHaveLength(most);
    expect(await send([PART, large, END])).toMatchObject({ status: 503, body: { code: 'BUSY' }, wait: '5' });
    expect(await send([PART, END])).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    for (const form of held) await form.hangUp();
    expect(await send([PART, large, END])).toMatchObject({ status: 400 });
  });

  behindProxy('a network fills a quarter of the memory, of IPv6 with all of its /56', async ({ bank }) => {
    const [ana, bruno, carla] = await Promise.all(
      ['11144477735', '27182818205', '16180339805'].map((cpf) => customer(bank, cpf)),
    );
    const large = 'x'.repeat(MAX_UPLOAD_BYTES - 1024);
    const send = (headers: Record<string, string> | undefined, ip: string) =>
      sendForm(bank, FORM_ROWS[0] ?? '', [PART, large, END], { ...headers, 'x-forwarded-for': ip });
    for (const [one, same, other] of [
      ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
      ['2001:db8:1:aa01::1', '2001:db8:1:aa02::1', '2001:db8:1:ab01::1'],
    ] as const) {
      const held = await holdForm(bank, { ...ana, 'x-forwarded-for': one }, large);
      expect(await send(bruno, same)).toMatchObject({ status: 503, body: { code: 'BUSY' }, wait: '5' });
      expect(await send(carla, other)).toMatchObject({ status: 400 });
      await held.hangUp();
      expect(await send(bruno, same)).toMatchObject({ status: 400 });
    }
  });

  test('memory is reserved for bytes received, not announced, and a form without progress is ended', async ({
    bank,
  }) => {
    const app = createApp(bank, { clientFolder: 'no-such-folder' });
    const port = await freePort();
    const door = await listen(app, '127.0.0.1', port);
    const sockets: Socket[] = [];
    const hold = (cookie: string) => {
      const head = [
        `POST ${FORM_ROWS[0]} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        `Cookie: ${cookie}`,
        'X-Requested-With: test',
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
        `Content-Length: ${MAX_UPLOAD_BYTES}`,
      ];
      const socket = connect(port, '127.0.0.1');
      socket.write(`${head.join('\r\n')}\r\n\r\n${PART}`);
      sockets.push(socket.on('error', () => {}));
      const trickle = setInterval(() => socket.write('x'), 500);
      return new Promise<string>((resolve) =>
        socket.once('data', (bytes) => {
          clearInterval(trickle);
          resolve(String(bytes));
        }),
      );
    };
    try {
      const answers: Promise<string>[] = [];
      for (const cpf of ['11144477735', '27182818205', '16180339805', '52998224725']) {
        const { cookie = '' } = await customer(bank, cpf);
        answers.push(hold(cookie), hold(cookie));
      }
      const honest = await customer(bank);
      const large = 'x'.repeat(MAX_UPLOAD_BYTES - 1024);
      expect(await sendForm(bank, FORM_ROWS[0] ?? '', [PART, large, END], honest)).toMatchObject({
        status: 400,
      });
      for (const answer of await Promise.all(answers))
        expect(answer).toMatch(/^HTTP\/1.1 400 .*O envio parou/s);
    } finally {
      for (const socket of sockets) socket.destroy();
      await door.close();
    }
  });

  test('the reserved memory is given back when a connection breaks in the middle of a form', async ({
    bank,
  }) => {
    const { cookie = '' } = await customer(bank);
    const app = createApp(bank, { clientFolder: 'no-such-folder' });
    const port = await freePort();
    const door = await listen(app, '127.0.0.1', port);
    const head = [
      `POST ${FORM_ROWS[0]} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Cookie: ${cookie}`,
      'X-Requested-With: test',
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      `Content-Length: ${MAX_UPLOAD_BYTES}`,
    ];
    const sockets = new Set<Socket>();
    let isHolding = true;
    // The form that asks for the status may take a place first: one that is answered tries again.
    const hold = () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n${PART}`));
      sockets.add(socket.on('error', () => {}).on('data', () => socket.destroy()));
      socket.on('close', () => isHolding && hold());
    };
    const letGo = () => {
      isHolding = false;
      for (const socket of sockets) socket.destroy();
    };
    hold();
    hold();
    const status = async () =>
      (await sendForm(bank, FORM_ROWS[0] ?? '', [PART, END], { cookie, 'x-requested-with': 'test' })).status;
    try {
      await vi.waitFor(async () => expect(await status()).toBe(503), WAIT);
      letGo();
      await vi.waitFor(async () => expect(await status()).toBe(400), WAIT);
    } finally {
      letGo();
      await door.close();
    }
  });
});

describe('a form', () => {
  test('a form from a caller who may not send it is refused unread', async ({ bank }) => {
    const tiny = Array.from({ length: 50 }, () => PART.repeat(200));
    for (const path of FORM_ROWS)
      expect(await sendForm(bank, path, tiny), path).toMatchObject({ status: 401, takenBytes: 0 });
    const headers = await customer(bank);
    expect(await sendForm(bank, FORM_ROWS[1] ?? '', tiny, headers)).toMatchObject({
      status: 403,
      takenBytes: 0,
    });
  });

  test('a form has twenty parts at most, and is read no further than its size limit', async ({ bank }) => {
    const headers = await customer(bank);
    const send = (pieces: string[]) => sendForm(bank, FORM_ROWS[0] ?? '', pieces, headers);
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

  test('a form of nothing but delimiters is refused after a few of them', async ({ bank }) => {
    const headers = { ...(await customer(bank)), 'content-type': 'multipart/form-data; boundary=-' };
    const dashes = Array.from({ length: 16 }, () => '-'.repeat(64 * 1024));
    expect(await sendForm(bank, FORM_ROWS[0] ?? '', dashes, headers)).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    });
  });

  test('a body in thousands of tiny chunks is refused after a few hundred', async ({ bank }) => {
    const tiny = Array.from({ length: 5_000 }, () => ' ');
    const json = await sendForm(bank, '/api/auth/login', tiny, { 'content-type': 'application/json' });
    expect(json).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
    const form = await sendForm(bank, FORM_ROWS[0] ?? '', tiny, await customer(bank));
    expect(form).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
    expect(json.takenBytes).toBeLessThan(300);
    expect(form.takenBytes).toBeLessThan(300);
  });

  test('after ten files in a minute a form is refused unread, also of a customer without an external account', async ({
    bank,
  }) => {
    const headers = await customer(bank);
    const field = (name: string, text: string) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${text}\r\n`;
    const pieces = [
      field('documentId', '\r\n\r\nrg'),
      field('file', '; filename="rg.png"\r\nContent-Type: image/png\r\n\r\nx'),
      END,
    ];
    const send = () => sendForm(bank, FORM_ROWS[0] ?? '', pieces, headers);
    for (let count = 0; count < ATTEMPT_LIMITS.upload.max; count += 1)
      // Not VALIDATION: the file itself is not looked at.
      expect(await send()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await send()).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_ATTEMPTS' },
      takenBytes: 0,
    });
  });

  test('ten forms a minute may break off, and the next is refused unread', async ({ bank }) => {
    const headers = await customer(bank);
    for (let count = 0; count < ATTEMPT_LIMITS.upload.max; count += 1)
      await (await holdForm(bank, headers, PART)).hangUp();
    const send = () => sendForm(bank, FORM_ROWS[0] ?? '', [PART, END], headers);
    expect(await send()).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_ATTEMPTS' },
      takenBytes: 0,
    });
    bank.clock.passSeconds(ATTEMPT_LIMITS.upload.windowSeconds);
    expect(await send()).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
  });

  test('a form is read with one boundary, even if the header names several', async ({ bank }) => {
    const headers = await customer(bank);
    const send = (type: string, pieces: string[]) =>
      sendForm(bank, FORM_ROWS[0] ?? '', pieces, {
        ...headers,
        'content-type': `multipart/form-data; ${type}`,
      });
    for (const type of [
      `x="; boundary=another"; boundary=${BOUNDARY}`,
      `x="; boundary=another ;"; boundary=${BOUNDARY}`,
      `boundary=another; boundary=${BOUNDARY}`,
      `boundary="${BOUNDARY}\\"; boundary=another`,
      `boundary="${BOUNDARY}é"`,
    ])
      expect((await send(type, [PART.repeat(30), END])).body.code, type).toMatch(
        /^(MALFORMED_BODY|PAYLOAD_TOO_LARGE)$/,
      );
    for (const type of [`boundary="${BOUNDARY}"`, `charset=utf-8; Boundary=${BOUNDARY} ;x=1`])
      expect(await send(type, [PART, END]), type).toMatchObject({ body: { code: 'VALIDATION' } });
  });

  test('a form part with too many header bytes is refused quickly', async ({ bank }) => {
    const headers = await customer(bank);
    const part = (lines: number) => PART.replace('\r\n\r\n', `\r\n${'a:\r\n'.repeat(lines)}\r\n`);
    const send = (lines: number) => sendForm(bank, FORM_ROWS[0] ?? '', [PART, part(lines), END], headers);
    expect(await send(400)).toMatchObject({ body: { code: 'VALIDATION' } });
    expect(await send(600)).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
    const usedBefore = process.cpuUsage();
    expect(await send(2_000_000)).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
    expect(process.cpuUsage(usedBefore).user / 1000).toBeLessThan(500);
  });

  test('a form without a boundary is refused', async ({ bank }) => {
    const headers = await customer(bank);
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=""',
    ])
      expect(
        await sendForm(bank, FORM_ROWS[0] ?? '', [PART, END], { ...headers, 'content-type': type }),
      ).toMatchObject({ status: 400, body: { code: 'MALFORMED_BODY' } });
  });
});

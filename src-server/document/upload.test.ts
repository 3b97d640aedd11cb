/** @module-tag slow */
import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#domain/auth/role';
import { ATTEMPT_LIMITS, MAX_UPLOAD_BYTES, PDF_CHECK } from '#domain/limits';
import { uploadSender } from '#server/auth/upload-sender';
import { bundle } from '#server/testing/bundle';
import { refusalOf } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { checkPdf } from './pdf-check.ts';
import { EMPTY_PDF, greedyPdf, inflatingPdf, pdfOf } from './testing/pdfs.ts';
import { readUpload } from './upload.ts';

const TYPE_TEXT = 'Apenas imagens PNG ou JPEG e arquivos PDF são permitidos';
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
let bank: TestBank;
beforeEach(async () => {
  bank = await testBank();
});
const somebody = (role: Role = 'cliente', network: string | null = null) => ({
  id: randomUUID(),
  role,
  network,
});
const sentBy = (user: ReturnType<typeof somebody>) => ({
  ...bank,
  user,
  session: null,
  token: null,
  // Each in a network of their own, since a network rests after long PDFs.
  request: { ip: `198.18.${randomInt(256)}.${randomInt(256)}` },
});
const read = async (
  bytes: string | Uint8Array<ArrayBuffer>,
  wanted: 'pdf' | 'identity' = 'identity',
  user = somebody(),
) => readUpload(uploadSender(sentBy(user)), new Blob([bytes]), { field: 'file', wanted });

const codeOf = (upload: Promise<unknown>): Promise<string> =>
  upload.then(
    () => 'read',
    (error) => error.code,
  );

async function whileTurning<T>(work: Promise<T>): Promise<{ ended: T; turns: number }> {
  let isOver = false;
  let turns = 0;
  const ended = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextTurn();
    turns += 1;
  }
  return { ended: await ended, turns };
}

describe('an uploaded file', () => {
  test('an uploaded file is read by its content, in each kind of upload', async () => {
    expect(await read(EMPTY_PDF)).toMatchObject({ mime: 'application/pdf', extension: 'pdf' });
    expect(await read(EMPTY_PDF, 'pdf')).toMatchObject({ extension: 'pdf' });
    const png = PNG;
    expect(await read(png)).toMatchObject({ mime: 'image/png', extension: 'png', bytes: png });
    expect(await refusalOf(read(png, 'pdf'))).toMatchObject({
      status: 400,
      error: 'Apenas arquivos PDF são permitidos',
      fields: { file: 'Apenas arquivos PDF são permitidos' },
    });
    const large = refusalOf(read(new Uint8Array(MAX_UPLOAD_BYTES + 1)));
    expect(await large).toMatchObject({ status: 413, error: 'O arquivo deve ter no máximo 10MB' });
  });

  test('an identity PDF that is malformed or contains a script is refused like an analysis PDF', async () => {
    for (const bytes of ['%PDF-1.7 comprovante', '%PDF-1.7\n%%EOF\n'])
      expect(await refusalOf(read(bytes))).toEqual({
        status: 400,
        code: 'VALIDATION',
        error: TYPE_TEXT,
        fields: { file: expect.stringContaining('não pôde ser lido') },
      });
    const script = pdfOf('3 0 obj<</S/JavaScript/JS(1)>>endobj');
    expect(await refusalOf(read(script))).toMatchObject({
      fields: { file: 'O PDF traz script ou ação automática' },
    });
  });

  test('a PDF that inflates without end, is nested without end or breaks the parser is refused, and the next one is read', async () => {
    const hostile = [
      inflatingPdf(PDF_CHECK.inflatedBytes + 1, 3),
      inflatingPdf(PDF_CHECK.inflatedBytes + 1, 1),
      pdfOf(`3 0 obj${'['.repeat(200_000)}`),
      pdfOf(`3 0 obj${'<</A'.repeat(200_000)}`),
    ];
    expect(hostile[0]?.length).toBeLessThan(1000);
    for (const bytes of hostile) {
      const { ended, turns } = await whileTurning(refusalOf(read(bytes)));
      expect(ended).toMatchObject({ status: 400, fields: { file: expect.stringMatching(/^O /) } });
      expect(turns).toBeGreaterThan(10);
    }
    expect(await read(EMPTY_PDF)).toMatchObject({ extension: 'pdf' });
  });

  test('a PDF that redefines its objects a hundred thousand times costs no more than one with as many objects', async () => {
    const { ended, turns } = await whileTurning(
      checkPdf(pdfOf('3 0 obj 1 endobj\n'.repeat(100_000)), somebody(), { timeMs: 60_000 }),
    );
    expect(ended).toBe('fine');
    expect(turns).toBeGreaterThan(10);
  });

  test('a PDF that takes too long is abandoned at the time limit, and the event loop stays free', async () => {
    const endless = pdfOf('1 1 '.repeat(2_400_000));
    // At the limit the sender is still told what is wrong with this file.
    const user = somebody();
    const sender = uploadSender(sentBy(user));
    for (let earlier = 1; earlier < ATTEMPT_LIMITS.complexPdf.max; earlier += 1) await sender.wasComplex();
    const { ended, turns } = await whileTurning(refusalOf(read(endless, 'identity', user)));
    expect(ended).toMatchObject({
      status: 400,
      fields: { file: expect.stringContaining('complexo demais') },
    });
    expect(turns).toBeGreaterThan(1000);
    // Everybody's PDFs wait in one queue.
    expect(await codeOf(read(EMPTY_PDF, 'identity', user))).toBe('TOO_MANY_ATTEMPTS');
    expect(await read(PNG, 'identity', user)).toMatchObject({ extension: 'png' });
    expect(await read(EMPTY_PDF)).toMatchObject({ extension: 'pdf' });
  });

  test('a PDF that needs more memory than its reader has, also at once, is refused, and the server goes on', {
    tags: ['prove'],
  }, async () => {
    const wide = pdfOf(`3 0 obj[${'[]'.repeat(4_500_000)}]endobj`);
    for (const bytes of [wide, greedyPdf()])
      expect(await checkPdf(bytes, somebody(), { timeMs: 120_000 })).toBe('too-complex');
    expect(await checkPdf(pdfOf(''), somebody())).toBe('fine');
  });

  const empty = () => new Uint8Array(Buffer.from(EMPTY_PDF));

  test('uploads wait for their turn, and those beyond the queue are BUSY', async () => {
    const codes = await Promise.all(
      Array.from({ length: PDF_CHECK.inLine + 3 }, () => codeOf(checkPdf(empty(), somebody()))),
    );
    expect(codes.filter((one) => one === 'read')).toHaveLength(PDF_CHECK.inLine + 1);
    expect(codes.filter((one) => one === 'BUSY')).toHaveLength(2);
  });

  test('whoever has used much time waits behind others, and is refused first when the queue is full', async () => {
    const greedy = somebody();
    expect(await checkPdf(pdfOf('1 1 '.repeat(2_400_000)), greedy, { timeMs: 300 })).toBe('too-complex');
    const order: string[] = [];
    const send = (name: string, user = somebody()) =>
      codeOf(checkPdf(empty(), user)).then((code) => order.push(`${name} ${code}`));
    await Promise.all([send('first'), send('greedy', greedy), send('second'), send('third')]);
    expect(order).toEqual(['first read', 'second read', 'third read', 'greedy read']);
    order.length = 0;
    const others = Array.from({ length: PDF_CHECK.inLine + 1 }, (_, place) => send(`${place}`));
    await Promise.all([...others.slice(0, 2), send('greedy', greedy), ...others.slice(2)]);
    expect(order.filter((one) => !one.endsWith(' read'))).toEqual(['greedy BUSY']);
  });

  test('a network whose PDFs took long rests, and those of others are read meanwhile', async () => {
    const [home, elsewhere] = [randomUUID(), randomUUID()];
    const slow = checkPdf(pdfOf('1 1 '.repeat(2_400_000)), somebody('cliente', home), { timeMs: 1_200 });
    expect(await slow).toBe('too-complex');
    const order: string[] = [];
    const send = async (name: string, network: string, beganAtMs = performance.now()) => {
      order.push(`${name} ${await codeOf(checkPdf(empty(), somebody('cliente', network)))}`);
      return performance.now() - beganAtMs;
    };
    const [atHome = 0] = await Promise.all([send('home', home), send('elsewhere', elsewhere)]);
    expect(order).toEqual(['elsewhere read', 'home read']);
    expect(atHome).toBeGreaterThan(1_000);
  });

  test('of one network’s customers four wait at most, so that places are left for its other forms', async () => {
    const [home, elsewhere] = [randomUUID(), randomUUID()];
    const send = (network: string, role: 'cliente' | 'admin' = 'cliente') =>
      codeOf(checkPdf(empty(), somebody(role, network)));
    const slow = checkPdf(pdfOf('1 1 '.repeat(2_400_000)), somebody('cliente', home), { timeMs: 300 });
    const four = [1, 2, 3, 4].map(() => send(home));
    expect(await send(home)).toBe('BUSY');
    const admins = Array.from({ length: 6 }, () => send(home, 'admin'));
    expect(await Promise.all([...four, ...admins, send(elsewhere)])).toEqual(Array(11).fill('read'));
    expect(await slow).toBe('too-complex');
  });

  test('an administrator’s upload waits for one customer’s at most, and nobody has two in the queue', async () => {
    const order: string[] = [];
    const send = (name: string, user = somebody()) =>
      codeOf(checkPdf(empty(), user)).finally(() => order.push(name));
    const ana = somebody();
    const sent = [
      ...['one', 'two', 'three', 'four'].map((name) => send(name)),
      send('ana', ana),
      send('admin', somebody('admin')),
    ];
    expect(await codeOf(checkPdf(empty(), ana))).toBe('BUSY');
    expect(await Promise.all(sent)).toEqual(Array(6).fill('read'));
    expect(order.indexOf('admin')).toBeLessThan(3);
  });

  test('three PDFs of a user may use all their time in an hour', { tags: ['prove'] }, async () => {
    const bruno = somebody();
    const slow = pdfOf('1 1 '.repeat(2_400_000));
    for (let turn = 0; turn < 3; turn += 1)
      expect(await codeOf(read(slow, 'identity', bruno))).toBe('VALIDATION');
    expect(await codeOf(read(slow, 'identity', bruno))).toBe('TOO_MANY_ATTEMPTS');
    bank.clock.passSeconds(ATTEMPT_LIMITS.complexPdf.windowSeconds);
    expect(await codeOf(read(EMPTY_PDF, 'identity', bruno))).toBe('read');
  });

  test('a PDF is read in a process of its own, from the bundle and from the sources, which keeps no other running', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
    try {
      const program = 'src-server/document/testing/check-one-pdf.ts';
      const run = promisify(execFile);
      const bundled = await run(process.execPath, [await bundle(program, folder)]);
      const fromSource = await run(process.execPath, ['--import', 'tsx', program]);
      expect([bundled.stdout, fromSource.stdout]).toEqual(['fine', 'fine']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

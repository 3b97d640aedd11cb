/** @module-tag slow */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { MAX_UPLOAD_BYTES, PDF_CHECK } from '#domain/limits';
import { bundle } from '#server/testing/bundle';
import { refusalOf } from '#server/testing/refusal-of';
import { checkPdf } from './pdf-check.ts';
import { EMPTY_PDF, inflatingPdf, pdfOf } from './testing/pdfs.ts';
import { readUpload } from './upload.ts';

const TYPE_TEXT = 'Apenas imagens PNG ou JPEG e arquivos PDF são permitidos';
const read = (bytes: string | Uint8Array<ArrayBuffer>, wanted: 'pdf' | 'identity' = 'identity') =>
  readUpload(new Blob([bytes]), { field: 'file', wanted });

/** How it ended, and whether the event loop went on turning meanwhile. */
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
  test('is read by its content, whichever upload it is', async () => {
    expect(await read(EMPTY_PDF)).toMatchObject({ mime: 'application/pdf', extension: 'pdf' });
    expect(await read(EMPTY_PDF, 'pdf')).toMatchObject({ extension: 'pdf' });
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect(await read(png)).toMatchObject({ mime: 'image/png', extension: 'png', bytes: png });
    expect(await refusalOf(read(png, 'pdf'))).toMatchObject({
      status: 400,
      error: 'Apenas arquivos PDF são permitidos',
      fields: { file: 'Apenas arquivos PDF são permitidos' },
    });
    const large = refusalOf(read(new Uint8Array(MAX_UPLOAD_BYTES + 1)));
    expect(await large).toMatchObject({ status: 413, error: 'O arquivo deve ter no máximo 10MB' });
  });

  test('of an identity that only begins as a PDF, or runs a script, is refused as an analysis is', async () => {
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

  test('that inflates without end, is nested without end or breaks the parser is refused, and the next one is read', async () => {
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

  test('whose objects are redefined a hundred thousand times costs no more than so many of its own', async () => {
    const { ended, turns } = await whileTurning(
      checkPdf(pdfOf('3 0 obj 1 endobj\n'.repeat(100_000)), { timeMs: 60_000 }),
    );
    expect(ended).toBe('fine');
    expect(turns).toBeGreaterThan(10);
  });

  test('that would be read for minutes is given up when its time is over, and the event loop stays free', async () => {
    const endless = pdfOf('1 1 '.repeat(2_400_000));
    const { ended, turns } = await whileTurning(refusalOf(read(endless)));
    expect(ended).toMatchObject({
      status: 400,
      fields: { file: expect.stringContaining('complexo demais') },
    });
    expect(turns).toBeGreaterThan(1000);
    expect(await read(EMPTY_PDF)).toMatchObject({ extension: 'pdf' });
  });

  test('that takes more memory than its thread has is refused, and the server lives', async () => {
    const wide = pdfOf(`3 0 obj[${'[]'.repeat(4_500_000)}]endobj`);
    expect(await checkPdf(wide, { timeMs: 120_000 })).toBe('too-complex');
    expect(await checkPdf(pdfOf(''))).toBe('fine');
  });

  test('waits for its turn, and too many at once are told to come back', async () => {
    const all = await Promise.all(
      Array.from({ length: PDF_CHECK.inLine + 3 }, () =>
        read(EMPTY_PDF).then(
          () => 'read',
          (error) => error.code,
        ),
      ),
    );
    expect(all.filter((one) => one === 'read')).toHaveLength(PDF_CHECK.inLine);
    expect(all.filter((one) => one === 'BUSY')).toHaveLength(3);
  });

  test('is read in a thread from a bundle as from the sources, and the thread keeps no program running', async () => {
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

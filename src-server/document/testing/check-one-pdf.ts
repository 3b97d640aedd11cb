import { checkPdf } from '../pdf-check.ts';
import { EMPTY_PDF } from './pdfs.ts';

/** A separate process, which must exit by itself. */
process.stdout.write(
  await checkPdf(new Uint8Array(Buffer.from(EMPTY_PDF)), { id: 'x', role: 'cliente' }, { timeMs: 60_000 }),
);

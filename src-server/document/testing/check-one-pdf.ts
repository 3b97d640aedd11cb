import { checkPdf } from '../pdf-check.ts';
import { EMPTY_PDF } from './pdfs.ts';

/** A program that checks a PDF, says the verdict and ends by itself. */
process.stdout.write(
  await checkPdf(new Uint8Array(Buffer.from(EMPTY_PDF)), { id: 'x', role: 'cliente' }, { timeMs: 60_000 }),
);

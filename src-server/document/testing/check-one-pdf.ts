import { checkPdf } from '../pdf-check.ts';
import { EMPTY_PDF } from './pdfs.ts';

/** Run as a process of its own, which must exit although the reader that it started is idle. */
process.stdout.write(
  await checkPdf(
    new Uint8Array(Buffer.from(EMPTY_PDF)),
    { id: 'x', role: 'cliente', network: null },
    { timeMs: 60_000 },
  ),
);

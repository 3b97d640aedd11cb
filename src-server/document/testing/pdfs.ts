import { deflateSync } from 'node:zlib';

const HEAD =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n';
const TAIL = '\ntrailer<</Root 1 0 R>>\n%%EOF';

export const pdfOf = (objects: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(`${HEAD}${objects}${TAIL}`, 'latin1'));

export const EMPTY_PDF = `${HEAD}${TAIL}`.replaceAll('\n\n', '\n');

const FILTER = '/FlateDecode';

/** A PDF with an object stream that is deflated several times over. */
export function inflatingPdf(spaces: number, times: number): Uint8Array<ArrayBuffer> {
  let bytes = Buffer.alloc(spaces, ' ');
  for (let round = 0; round < times; round += 1) bytes = deflateSync(bytes, { level: 9 });
  const dict = `<</Type/ObjStm/N 1/First 4/Filter[${FILTER.repeat(times)}]/Length ${bytes.length}>>`;
  return pdfOf(`3 0 obj${dict}stream\n${bytes.toString('latin1')}\nendstream endobj`);
}

/** Some 40 kB; its reader asks for much memory at once when little is left, so that V8 ends the whole process. */
export function greedyPdf(): Uint8Array<ArrayBuffer> {
  const object = `10 0\n[[${'[]'.repeat(700_000)}]${'null '.repeat(4_500_000)}]`;
  const stream = deflateSync(Buffer.from(object, 'latin1'), { level: 9 });
  const head = `3 0 obj<</Type/ObjStm/N 1/First 5/Filter/FlateDecode/Length ${stream.length}>>stream\n`;
  return new Uint8Array(
    Buffer.concat([Buffer.from(HEAD + head), stream, Buffer.from(`\nendstream endobj${TAIL}`)]),
  );
}

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from 'pdf-lib';
import { MAX_UPLOAD_BYTES, UPLOAD_TOO_LARGE } from '#domain/limits';
import { refuse } from '#domain/refusal';

const TYPE_TEXT = 'Apenas arquivos PDF são permitidos';

/** What makes a reader act by itself when the file is opened. */
const ACTIVE = ['JavaScript', 'JS', 'OpenAction', 'Launch', 'AA'];
const HEADER = '%PDF-1.';
const HEADER_2 = '%PDF-2.';
const TRAILER = '%%EOF';
/** The last line may be followed by so much padding. */
const TRAILER_WITHIN_BYTES = 1024;

/**
 * The bytes of an uploaded PDF. Refuses PAYLOAD_TOO_LARGE above 10 MB, and VALIDATION with `fields.pdf` for what by its
 * content is no PDF, cannot be read as one (truncated, encrypted), or acts by itself (script, launching).
 */
export async function readPdf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_UPLOAD_BYTES) refuse('PAYLOAD_TOO_LARGE', { text: UPLOAD_TOO_LARGE });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const starts = Buffer.from(bytes.subarray(0, HEADER.length)).toString('latin1');
  const ends = Buffer.from(bytes.subarray(-TRAILER_WITHIN_BYTES)).toString('latin1');
  if (![HEADER, HEADER_2].includes(starts) || !ends.includes(TRAILER)) refuseFile(TYPE_TEXT);
  const objects = await objectsOf(bytes);
  if (objects.some(isActive)) refuseFile('O PDF traz script ou ação automática');
  return bytes;
}

function refuseFile(why: string): never {
  return refuse('VALIDATION', { text: TYPE_TEXT, fields: { pdf: why } });
}

/** Every object of the file, those in compressed streams too, with names unescaped; referenced or not. */
async function objectsOf(bytes: Uint8Array): Promise<PDFObject[]> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true }).catch(
    () => null,
  );
  // Without a catalogue the parser found nothing that it knows, and does not say so.
  if (!(pdf?.context.lookup(pdf.context.trailerInfo.Root) instanceof PDFDict))
    refuseFile('O arquivo não pôde ser lido: está incompleto, corrompido ou protegido por senha');
  const { trailerInfo } = pdf.context;
  const roots = [trailerInfo.Root, trailerInfo.Info].filter((one) => one !== undefined);
  return [...pdf.context.enumerateIndirectObjects().map(([, object]) => object), ...roots];
}

function isActive(object: PDFObject): boolean {
  if (object instanceof PDFArray) return object.asArray().some(isActive);
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return false;
  return dict
    .entries()
    .some(
      ([key, value]) =>
        ACTIVE.includes(key.decodeText()) ||
        (value instanceof PDFName && ACTIVE.includes(value.decodeText())) ||
        isActive(value),
    );
}

/** Keeps an upload under the data folder, under a name that nobody chose; answers its path from there. */
export async function keepUpload(dataDir: string, bytes: Uint8Array): Promise<string> {
  const name = randomBytes(16).toString('hex');
  const path = join('uploads', name.slice(0, 2), `${name}.pdf`);
  await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 });
  await writeFile(join(dataDir, path), bytes, { flag: 'wx', mode: 0o600, flush: true });
  return path;
}

/** Forgets an upload; one that is gone already is no error. */
export const forgetUpload = (dataDir: string, path: string): Promise<void> =>
  rm(join(dataDir, path), { force: true });

/** An upload as it was kept. */
export const readUpload = async (dataDir: string, path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(join(dataDir, path)));

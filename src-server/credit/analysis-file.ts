import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFRef,
  PDFStream,
} from 'pdf-lib';
import { MAX_UPLOAD_BYTES, UPLOAD_TOO_LARGE } from '#domain/limits';
import { refuse } from '#domain/refusal';

const TYPE_TEXT = 'Apenas arquivos PDF são permitidos';

/** What makes a reader act by itself: scripts, also those of XFA forms, programs, and actions set off by opening or leaving. */
const ACTIVE = ['JavaScript', 'JS', 'Launch', 'AA', 'XFA', 'RichMedia'];
const HEADER = '%PDF-1.';
const HEADER_2 = '%PDF-2.';
const TRAILER = '%%EOF';
/** Between so many others are served. */
const OBJECTS_AT_ONCE = 100;
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
  const parsed = await parsePdf(bytes);
  if (objectsOf(parsed).some((object) => isActive(object, parsed)))
    refuseFile('O PDF traz script ou ação automática');
  return bytes;
}

function refuseFile(why: string): never {
  return refuse('VALIDATION', { text: TYPE_TEXT, fields: { pdf: why } });
}

/** A file that was read, with every version of each object: a reader may show one that a later one replaces here. */
type ParsedFile = { context: PDFContext; versions: Map<PDFRef, PDFObject[]> };

/** The file read. Refuses VALIDATION for what cannot be. */
async function parsePdf(bytes: Uint8Array): Promise<ParsedFile> {
  const parser = PDFParser.forBytesWithOptions(bytes, OBJECTS_AT_ONCE, true);
  const versions = new Map<PDFRef, PDFObject[]>();
  const { context } = parser as unknown as { context: PDFContext };
  const assign = context.assign.bind(context);
  context.assign = (ref, object) => {
    versions.set(ref, [...(versions.get(ref) ?? []), object]);
    assign(ref, object);
  };
  const isRead = await parser.parseDocument().then(
    () => true,
    () => false,
  );
  const { Root, Encrypt } = context.trailerInfo;
  // Without a catalogue the parser found nothing that it knows, and does not say so.
  if (!isRead || context.lookup(Encrypt) !== undefined || !(context.lookup(Root) instanceof PDFDict))
    refuseFile('O arquivo não pôde ser lido: está incompleto, corrompido ou protegido por senha');
  return { context, versions };
}

/** Every object of the file, those in compressed streams too, with names unescaped; referenced, replaced, or not. */
function objectsOf({ context, versions }: ParsedFile): PDFObject[] {
  const { Root, Info } = context.trailerInfo;
  const roots = [Root, Info].filter((one) => one !== undefined);
  return [...versions.values()].flat().concat(roots);
}

function isActive(object: PDFObject, file: ParsedFile): boolean {
  if (object instanceof PDFArray) return object.asArray().some((one) => isActive(one, file));
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return false;
  return dict.entries().some(([key, value]) => {
    const name = key.decodeText();
    return (
      ACTIVE.includes(name) ||
      (value instanceof PDFName && ACTIVE.includes(value.decodeText())) ||
      (name === 'OpenAction' && !versionsOf(value, file).every(isPlace)) ||
      isActive(value, file)
    );
  });
}

const versionsOf = (value: PDFObject, { versions }: ParsedFile): readonly (PDFObject | undefined)[] =>
  value instanceof PDFRef ? (versions.get(value) ?? [undefined]) : [value];

/** Office programs say in this way at which page a file opens; whatever else it is, is done without being asked for. */
function isPlace(action: PDFObject | undefined): boolean {
  if (action instanceof PDFArray) return true;
  return (
    action instanceof PDFDict &&
    action.get(PDFName.of('S')) === PDFName.of('GoTo') &&
    !action.has(PDFName.of('Next'))
  );
}

/** Keeps an upload under the data folder, under a name that nobody chose, whole or not at all; answers its path from there. */
export async function keepUpload(dataDir: string, bytes: Uint8Array): Promise<string> {
  const name = randomBytes(16).toString('hex');
  const path = join('uploads', name.slice(0, 2), `${name}.pdf`);
  await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 });
  const options = { flag: 'wx', mode: 0o600, flush: true } as const;
  await writeFile(join(dataDir, path), bytes, options).catch(async (error: unknown) => {
    await forgetUpload(dataDir, path);
    throw error;
  });
  return path;
}

/** Forgets an upload; one that is gone already is no error. */
export const forgetUpload = (dataDir: string, path: string): Promise<void> =>
  rm(join(dataDir, path), { force: true });

/** An upload as it was kept. */
export const readUpload = async (dataDir: string, path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(join(dataDir, path)));

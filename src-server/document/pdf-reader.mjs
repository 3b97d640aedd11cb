/**
 * Reads PDFs in a process of its own and answers each with a verdict. Plain JavaScript, because it is started without the loader that
 * reads TypeScript; `pdf-check.ts` starts it and sets its limits.
 */
import process from 'node:process';
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib';

/** Entries that make a reader act unasked: scripts, XFA forms, programs, and actions on opening or leaving. */
const ACTIVE = ['JavaScript', 'JS', 'Launch', 'AA', 'XFA', 'RichMedia'];
/** The process serves nobody else, so the parser need not yield. */
const OBJECTS_AT_ONCE = Number.POSITIVE_INFINITY;

const [inflatedBytes, spentBytes] = process.argv.slice(2).map(Number);
// Silences the parser's warnings about repaired files.
for (const name of ['log', 'info', 'warn', 'error']) console[name] = () => {};

let allocatedBytes = 0;
limitInflation();
process.on('disconnect', () => process.exit());
process.on('message', async (bytes) => {
  allocatedBytes = 0;
  const verdict = await judge(bytes);
  // The parser caches every name it reads; a process with a full cache is replaced.
  process.send({ verdict, isSpent: process.memoryUsage().heapUsed > spentBytes });
});
process.send('ready');

/** 'fine', 'unreadable' (truncated, corrupted, encrypted) or 'active' (makes a reader act unasked). */
async function judge(bytes) {
  try {
    const file = await parsePdf(bytes);
    if (file === null) return 'unreadable';
    return objectsOf(file).some((object) => isActiveName(object) || isActive(object, file))
      ? 'active'
      : 'fine';
  } catch {
    return 'unreadable';
  }
}

/** Limits the inflated size of all streams and filters of a file together; a larger file is unreadable. */
function limitInflation() {
  const empty = PDFRawStream.of(
    PDFContext.create().obj({ Filter: 'FlateDecode' }),
    new Uint8Array([0x78, 0x9c]),
  );
  const decoder = Object.getPrototypeOf(Object.getPrototypeOf(decodePDFRawStream(empty)));
  const { ensureBuffer } = decoder;
  if (typeof ensureBuffer !== 'function')
    throw new Error('pdf-lib: the stream decoder has no ensureBuffer, so inflation cannot be limited');
  decoder.ensureBuffer = function ensureLimited(requested) {
    if (requested > this.buffer.byteLength) allocatedBytes += requested;
    if (allocatedBytes > inflatedBytes) throw new Error('the file inflates to more than the limit');
    return ensureBuffer.call(this, requested);
  };
}

/** Parses a file with every version of each object, since readers differ in which one they use. Null if unreadable. */
async function parsePdf(bytes) {
  const parser = PDFParser.forBytesWithOptions(bytes, OBJECTS_AT_ONCE, true);
  const versions = new Map();
  const { context } = parser;
  const assign = context.assign.bind(context);
  context.assign = (ref, object) => {
    const known = versions.get(ref);
    if (known) known.push(object);
    else versions.set(ref, [object]);
    assign(ref, object);
  };
  await parser.parseDocument();
  const { Root, Encrypt } = context.trailerInfo;
  // Without a catalogue the parser understood nothing, and reports no error.
  if (context.lookup(Encrypt) !== undefined || !(context.lookup(Root) instanceof PDFDict)) return null;
  return { context, versions };
}

/** Every object, also in compressed streams, unreferenced or replaced; names are unescaped. */
function objectsOf({ context, versions }) {
  const { Root, Info } = context.trailerInfo;
  const roots = [Root, Info].filter((one) => one !== undefined);
  return [...versions.values()].flat().concat(roots);
}

/** An action's name may be an object of its own: `/S 4 0 R`. */
const isActiveName = (object) => object instanceof PDFName && ACTIVE.includes(object.decodeText());

function isActive(object, file) {
  if (object instanceof PDFArray) return object.asArray().some((one) => isActive(one, file));
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return false;
  return dict.entries().some(([key, value]) => {
    const name = key.decodeText();
    return (
      ACTIVE.includes(name) ||
      isActiveName(value) ||
      (name === 'OpenAction' && !versionsOf(value, file).every((action) => isPlace(action, file))) ||
      isActive(value, file)
    );
  });
}

const versionsOf = (value, { versions }) =>
  value instanceof PDFRef ? (versions.get(value) ?? [undefined]) : [value];

/** Whether an action on opening only selects the page to show, as office programs write; anything else is active. */
function isPlace(action, file) {
  if (action instanceof PDFArray) {
    const [page, ...how] = action.asArray();
    const isAction = (one) => one instanceof PDFDict && one.has(PDFName.of('S'));
    return !versionsOf(page, file).some(isAction) && how.every((one) => !(one instanceof PDFDict));
  }
  return (
    action instanceof PDFDict &&
    action.get(PDFName.of('S')) === PDFName.of('GoTo') &&
    !action.has(PDFName.of('Next'))
  );
}

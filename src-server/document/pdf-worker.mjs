/**
 * Reads one PDF in a thread of its own and answers what is wrong with it. Plain JavaScript, because a thread is started
 * without the loader that reads TypeScript; `pdf-check.ts` starts it and sets its limits.
 */
import { parentPort, workerData } from 'node:worker_threads';
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

/** What makes a reader act by itself: scripts, also those of XFA forms, programs, and actions set off by opening or leaving. */
const ACTIVE = ['JavaScript', 'JS', 'Launch', 'AA', 'XFA', 'RichMedia'];
/** The thread serves nobody else: it need not pause. */
const OBJECTS_AT_ONCE = Number.POSITIVE_INFINITY;

const { inflatedBytes, spentBytes } = workerData;
// The parser warns of what it mends; nobody reads that here.
for (const name of ['log', 'info', 'warn', 'error']) console[name] = () => {};

let allocatedBytes = 0;
limitInflation();
parentPort.on('message', async (bytes) => {
  allocatedBytes = 0;
  const verdict = await judge(bytes);
  // The parser keeps every name it has read: the next file gets a thread with room.
  parentPort.postMessage({ verdict, isSpent: process.memoryUsage().heapUsed > spentBytes });
});
parentPort.postMessage('ready');

/** 'fine', 'unreadable' (truncated, corrupted, encrypted) or 'active' (it acts by itself). */
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

/** No file inflates to more than this, all its streams and all steps of each together: beyond it, it is unreadable. */
function limitInflation() {
  const empty = PDFRawStream.of(
    PDFContext.create().obj({ Filter: 'FlateDecode' }),
    new Uint8Array([0x78, 0x9c]),
  );
  const decoder = Object.getPrototypeOf(Object.getPrototypeOf(decodePDFRawStream(empty)));
  const { ensureBuffer } = decoder;
  if (typeof ensureBuffer !== 'function')
    throw new Error('pdf-lib decodes its streams in another way than before');
  decoder.ensureBuffer = function ensureLimited(requested) {
    if (requested > this.buffer.byteLength) allocatedBytes += requested;
    if (allocatedBytes > inflatedBytes) throw new Error('the file inflates to more than is allowed');
    return ensureBuffer.call(this, requested);
  };
}

/** The file read, with every version of each object: a reader may show one that a later one replaces here. Null: it cannot be. */
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
  // Without a catalogue the parser found nothing that it knows, and does not say so.
  if (context.lookup(Encrypt) !== undefined || !(context.lookup(Root) instanceof PDFDict)) return null;
  return { context, versions };
}

/** Every object of the file, those in compressed streams too, with names unescaped; referenced, replaced, or not. */
function objectsOf({ context, versions }) {
  const { Root, Info } = context.trailerInfo;
  const roots = [Root, Info].filter((one) => one !== undefined);
  return [...versions.values()].flat().concat(roots);
}

/** `/S 4 0 R` names an action in an object of its own. */
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

/** Office programs say in this way at which page a file opens; whatever else it is, is done without being asked for. */
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

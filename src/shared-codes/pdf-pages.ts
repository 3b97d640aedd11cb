import { getDocument, type PDFDocumentProxy, PDFWorker, type RenderTask } from 'pdfjs-dist';

/** A boleto or an invoice has its code on one of the first pages. */
const MAX_PAGES = 5;
/** In pixels. */
const MAX_IMAGE_AREA = 40_000_000;

/** A page may ask for any number of drawings. */
const PAGE_MS = 10_000;

/**
 * Draws the first pages of a PDF, white where there is nothing; `maxSide`: longest side in pixels. Leaves out pages that are broken, and
 * those from one that takes too long; nothing if the file is broken, or asks for a password. Rejects if the parser could not be loaded,
 * or ended, and when `signal` aborts.
 */
export async function* pagesOf(
  content: ArrayBuffer,
  { maxSide, signal }: { maxSide: number; signal: AbortSignal },
): AsyncGenerator<ImageData> {
  signal.throwIfAborted();
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const lost = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('no parser of PDFs')));
    signal.addEventListener('abort', () => reject(new Error('nobody waits for the pages')));
  });
  lost.catch(() => {});
  const worker = PDFWorker.create({ port });
  const loading = getDocument({
    data: new Uint8Array(content),
    worker,
    // Letters are drawn as outlines: the policy of the pages allows no other fonts.
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_AREA,
  });
  let drawing: RenderTask | null = null;
  const inTime = <Read>(reading: Promise<Read>) =>
    Promise.race([lost, unlessBroken(reading), afterMs(PAGE_MS)]);
  try {
    await Promise.race([lost, worker.promise]);
    const pdf = await inTime(loading.promise);
    for (let place = 1; pdf && pdf !== LATE && place <= Math.min(pdf.numPages, MAX_PAGES); place += 1) {
      const pixels = await inTime(drawn(pdf, { place, maxSide, onDrawing: (task) => (drawing = task) }));
      if (pixels === LATE) return;
      if (pixels) yield pixels;
    }
  } finally {
    // The parser ends first: one that is busy would never answer the others.
    port.terminate();
    (drawing as RenderTask | null)?.cancel();
    loading.destroy().catch(() => {});
    worker.destroy();
  }
}

const LATE = Symbol('late');

/** A hidden tab draws nothing: its time does not count. */
const afterMs = (ms: number): Promise<typeof LATE> =>
  new Promise((resolve) => {
    const look = () => (document.hidden ? setTimeout(look, ms) : resolve(LATE));
    setTimeout(look, ms);
  });

/** Null for what is no PDF, broken, or locked by a password. */
const unlessBroken = <Read>(promise: Promise<Read>): Promise<Read | null> => promise.catch(() => null);

type Drawn = { place: number; maxSide: number; onDrawing: (task: RenderTask) => void };

async function drawn(pdf: PDFDocumentProxy, { place, maxSide, onDrawing }: Drawn): Promise<ImageData | null> {
  const page = await pdf.getPage(place);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: maxSide / Math.max(width, height) });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(viewport.width), height: Math.round(viewport.height) });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || canvas.width < 1 || canvas.height < 1) return null;
  const task = page.render({ canvas, canvasContext: context, viewport, background: '#fff' });
  onDrawing(task);
  await task.promise;
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';

/** A boleto or an invoice has its code on one of the first pages. */
const MAX_PAGES = 5;
/** In pixels. */
const MAX_IMAGE_AREA = 40_000_000;

/**
 * Draws the first pages of a PDF, white where there is nothing; `maxSide`: longest side in pixels. Leaves out pages that are broken; nothing
 * if the file is, or asks for a password. Rejects if the parser could not be loaded, or ended.
 */
export async function* pagesOf(file: File, maxSide: number): AsyncGenerator<ImageData> {
  const port = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const lost = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('no parser of PDFs')));
  });
  lost.catch(() => {});
  const worker = PDFWorker.create({ port });
  const loading = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    worker,
    // Letters are drawn as outlines: the policy of the pages allows no other fonts.
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_AREA,
  });
  try {
    const pdf = await Promise.race([lost, unlessBroken(loading.promise)]);
    for (let place = 1; pdf && place <= Math.min(pdf.numPages, MAX_PAGES); place += 1) {
      const pixels = await Promise.race([lost, unlessBroken(drawn(pdf, place, maxSide))]);
      if (pixels) yield pixels;
    }
  } finally {
    await loading.destroy();
    worker.destroy();
    port.terminate();
  }
}

/** Null for what is no PDF, broken, or locked by a password. */
const unlessBroken = <Read>(promise: Promise<Read>): Promise<Read | null> => promise.catch(() => null);

async function drawn(pdf: PDFDocumentProxy, place: number, maxSide: number): Promise<ImageData | null> {
  const page = await pdf.getPage(place);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: maxSide / Math.max(width, height) });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: Math.round(viewport.width), height: Math.round(viewport.height) });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || canvas.width < 1 || canvas.height < 1) return null;
  await page.render({ canvas, canvasContext: context, viewport, background: '#fff' }).promise;
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

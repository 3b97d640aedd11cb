import { pictureSize, type Size } from './picture-size.ts';

/** In bytes: larger files are not read. */
const MAX_FILE_BYTES = 25_000_000;
/** Longest side in pixels at which a picture is read: 44 digits of a whole A4 page need about 3 pixels a bar. */
const MAX_SIDE = 3000;

/** A file of a few kB may declare any number, and a browser decodes all of them. */
export const MAX_MEGAPIXELS = 64;

const PDF = 'application/pdf';
export const PICTURE_TYPES = `image/png,image/jpeg,image/webp,${PDF}`;

/**
 * What a file shows, a PDF page by page until `signal` aborts; nothing if it is too large, cannot be read, or is no PDF, PNG, JPEG or WebP. 'tooManyPixels':
 * it is not decoded.
 */
export async function* picturesIn(
  file: File,
  signal: AbortSignal,
): AsyncGenerator<ImageData | 'tooManyPixels'> {
  if (file.size > MAX_FILE_BYTES) return;
  // A folder, or a file that has since been moved or changed.
  const content = await file.arrayBuffer().catch(() => null);
  if (!content) return;
  if (file.type === PDF) {
    const { pagesOf } = await import('./pdf-pages.ts');
    return yield* pagesOf(content, { maxSide: MAX_SIDE, signal });
  }
  const picture = await pictureOf(file, content);
  if (picture) yield picture;
}

async function pictureOf(file: File, content: ArrayBuffer): Promise<ImageData | 'tooManyPixels' | null> {
  const size = pictureSize(content);
  if (!size) return null;
  if (size.width * size.height > MAX_MEGAPIXELS * 1e6) return 'tooManyPixels';
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const pixels = pixelsOf(bitmap, bitmap, MAX_SIDE);
  bitmap.close();
  return pixels;
}

/** Null: without a size there is nothing to read. */
export function pixelsOf(source: CanvasImageSource, size: Size, maxSide: number): ImageData | null {
  const scale = Math.min(1, maxSide / Math.max(size.width, size.height));
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  if (width < 1 || height < 1) return null;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  // Transparent codes are black on white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

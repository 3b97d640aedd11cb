export type Size = { width: number; height: number };

/** What a PNG, JPEG or WebP says of its size, in pixels; null for anything else, and for a broken one. Nothing is decoded. */
export function pictureSize(file: ArrayBuffer): Size | null {
  const view = new DataView(file);
  try {
    const size = pngSize(view) ?? webpSize(view) ?? jpegSize(view);
    return size && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const textAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)));

function pngSize(view: DataView): Size | null {
  if (view.getUint32(0) !== 0x89504e47 || textAt(view, 12) !== 'IHDR') return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** RFC 9649. */
function webpSize(view: DataView): Size | null {
  if (textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WEBP') return null;
  switch (textAt(view, 12)) {
    case 'VP8X': {
      const plusOne = (at: number) => (view.getUint16(at, true) | (view.getUint8(at + 2) << 16)) + 1;
      return { width: plusOne(24), height: plusOne(27) };
    }
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}

/** ITU-T T.81, annex B: segments until the header of the frame. Those named here have neither frame nor length. */
const TABLES = [0xc4, 0xc8, 0xcc];
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !TABLES.includes(marker);

function jpegSize(view: DataView): Size | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // The scan, or the end, came before any frame.
    if (marker === 0xda || marker === 0xd9) return null;
    if (marker === 0xff) at += 1;
    else at += isBare(marker) ? 2 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

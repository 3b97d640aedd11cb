import { afterEach, describe, expect, test, vi } from 'vitest';
import { pngOf, qrBitmap } from '../../e2e/code-pictures.ts';
import { picturesIn } from './picture.ts';
import { pictureSize } from './picture-size.ts';

/** Text is itself, a number a byte, spaces part them: 'RIFF 0 255'. */
const bytes = (written: string): ArrayBuffer => {
  const parts = written.split(' ').flatMap((part) => {
    const isByte = /^\d{1,3}$/.test(part);
    return isByte ? [Number(part)] : [...part.replaceAll('_', ' ')].map((letter) => letter.charCodeAt(0));
  });
  return new Uint8Array(parts).buffer;
};

const PNG = '137 PNG 13 10 26 10 0 0 0 13 IHDR';
const JFIF = '255 224 0 6 JFIF';

// Headers as Chromium writes them for a picture of 300 × 7.
test.for<[string, string]>([
  ['a PNG', `${PNG} 0 0 1 44 0 0 0 7 8 6`],
  ['a JPEG', `255 216 ${JFIF} 255 219 0 3 0 255 192 0 17 8 0 7 1 44 3`],
  ['a progressive JPEG', `255 216 255 255 ${JFIF} 255 196 0 2 255 194 0 17 8 0 7 1 44 3`],
  ['a lossy WebP', 'RIFF 36 2 0 0 WEBP VP8_ 48 0 0 0 144 2 0 157 1 42 44 1 7 0'],
  ['a lossless WebP', 'RIFF 0 2 0 0 WEBP VP8L 14 0 0 0 47 43 129 1 0'],
  ['an extended WebP', 'RIFF 36 2 0 0 WEBP VP8X 10 0 0 0 32 0 0 0 43 1 0 6 0 0'],
])('the size of %s is read from its header', ([, written]) => {
  expect(pictureSize(bytes(written))).toEqual({ width: 300, height: 7 });
});

test.for<[string, string]>([
  ['nothing', ''],
  ['a header that is cut off', `${PNG} 0 0 1 44 0 0`],
  ['a picture without height', `255 216 255 192 0 17 8 0 0 1 44 3`],
  ['a JPEG without a frame', `255 216 ${JFIF} 255 218 0 2 255 192 0 17 8 0 7 1 44`],
  ['a GIF', 'GIF89a 44 1 7 0'],
  ['an SVG', '<svg>'],
  ['another chunk of WebP', 'RIFF 36 2 0 0 WEBP ANIM 48 0 0 0'],
])('%s has no size', ([, written]) => {
  expect(pictureSize(bytes(written))).toBeNull();
});

test.for(['image/png', 'application/pdf'])('a file of %s that cannot be read shows nothing', async (type) => {
  const file = new File(['%PDF'], 'codigo', { type });
  file.arrayBuffer = () => Promise.reject(new DOMException('moved', 'NotFoundError'));
  const shown = picturesIn(file, new AbortController().signal);
  expect(await shown.next()).toEqual({ value: undefined, done: true });
});

describe('a picture of too many pixels', () => {
  afterEach(() => vi.unstubAllGlobals());

  async function shownBy(file: BlobPart): Promise<unknown> {
    const decode = vi.fn(async () => null);
    vi.stubGlobal('createImageBitmap', decode);
    const shown = picturesIn(new File([file], 'codigo.png'), new AbortController().signal);
    const { value } = await shown.next();
    return [value, decode.mock.calls.length];
  }

  test('it is not decoded, nor is what has no size; a code on a screen is', async () => {
    expect(await shownBy(bytes(`${PNG} 0 0 255 255 0 0 255 255`))).toEqual(['tooManyPixels', 0]);
    expect(await shownBy(bytes(`${PNG} 0 0 31 64 0 0 31 65`))).toEqual(['tooManyPixels', 0]);
    expect(await shownBy(bytes('GIF89a 44 1 7 0'))).toEqual([undefined, 0]);
    expect(await shownBy(bytes(`${PNG} 0 0 31 64 0 0 31 64`))).toEqual([undefined, 1]);
    expect(await shownBy(new Uint8Array(pngOf(qrBitmap('000201'))))).toEqual([undefined, 1]);
  });
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readBoleto } from '#domain/account/boleto';
import { readPayables } from '#domain/payable';
import { writeBrCode } from '#domain/pix/br-code';
import { type Bitmap, itfBitmap, onPaper, qrBitmap } from '../../e2e/code-pictures.ts';
import { detectCodes, forgetDetectors, prepareDetector } from './detect.ts';

const TODAY = '2026-11-26';
const PAYLOAD = writeBrCode({ key: 'padaria@correio.example', name: 'Padaria do Vale', city: 'SANTO ANDRE' });
const LINES = [
  '10492006506100010004200997263900989810000021403',
  '836200000005667800481000180975657313001589636081',
];

/** What a browser has and Node lacks. */
class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

beforeAll(() => {
  const bytes = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareDetector(new Uint8Array(bytes).buffer);
});
beforeEach(() => {
  forgetDetectors();
  vi.stubGlobal('ImageData', Pixels);
  vi.stubGlobal('DOMRectReadOnly', class {});
});
afterEach(() => vi.unstubAllGlobals());

function pixelsOf({ width, height, pixels }: Bitmap): ImageData {
  const data = new Uint8ClampedArray(pixels.length * 4).fill(255);
  for (const [place, grey] of pixels.entries()) data.fill(grey, place * 4, place * 4 + 3);
  return new Pixels(data, width, height) as unknown as ImageData;
}

const barsOf = (line: string): string => {
  const reading = readBoleto(line, TODAY);
  if (!reading.ok) throw new Error(reading.fault);
  return reading.boleto.barcode;
};

/** The picture turned by a quarter. */
function turned({ width, height, pixels }: Bitmap): Bitmap {
  const other = new Uint8Array(pixels.length);
  for (const [place, grey] of pixels.entries())
    other[(place % width) * height + (height - 1 - Math.floor(place / width))] = grey;
  return { width: height, height: width, pixels: other };
}

describe('reading codes with zxing', () => {
  test('a QR code and the bars of both kinds of boleto are read from pixels, and become what is paid', async () => {
    expect(await detectCodes(pixelsOf(qrBitmap(PAYLOAD)), false)).toEqual([PAYLOAD]);
    for (const line of LINES) {
      const texts = await detectCodes(pixelsOf(itfBitmap(barsOf(line))), false);
      const [payable] = readPayables(texts, TODAY, 'https://bank.example').payables;
      expect(payable?.kind === 'boleto' && payable.boleto.line).toBe(line);
    }
  });

  test('a picture that is turned, with two codes on white paper, has both', async () => {
    const paper = turned(
      onPaper([qrBitmap(PAYLOAD), itfBitmap(barsOf(LINES[0] ?? ''))], { width: 1800, height: 900 }),
    );
    const texts = await detectCodes(pixelsOf(paper), false);
    expect(new Set(texts)).toEqual(new Set([PAYLOAD, barsOf(LINES[0] ?? '')]));
  });

  test('an empty picture has no code', async () => {
    expect(await detectCodes(pixelsOf(onPaper([], { width: 300, height: 200 })), false)).toEqual([]);
  });
});

describe("the browser's own detector", () => {
  type Answer = () => Promise<{ rawValue: string }[]>;

  function browserWith(formats: string[], answer: Answer) {
    const detect = vi.fn(answer);
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        static getSupportedFormats = async () => formats;
        detect = detect;
      },
    );
    return detect;
  }
  const picture = () => pixelsOf(qrBitmap(PAYLOAD));

  test('it is asked where it reads both kinds of codes, and zxing is not', async () => {
    const detect = browserWith(['qr_code', 'itf', 'ean_13'], async () => [{ rawValue: 'seen' }]);
    expect(await detectCodes(picture(), true)).toEqual(['seen']);
    expect(await detectCodes(picture(), false)).toEqual(['seen']);
    expect(detect).toHaveBeenCalledTimes(2);
  });

  test('without one of the formats it is not asked', async () => {
    const detect = browserWith(['qr_code'], async () => [{ rawValue: 'seen' }]);
    expect(await detectCodes(picture(), true)).toEqual([PAYLOAD]);
    expect(detect).not.toHaveBeenCalled();
  });

  test('a picture in which it finds nothing is read by zxing too; a frame is not', async () => {
    browserWith(['qr_code', 'itf'], async () => []);
    expect(await detectCodes(picture(), true)).toEqual([]);
    expect(await detectCodes(picture(), false)).toEqual([PAYLOAD]);
  });

  test('once it fails, zxing reads the frame and it is not asked again', async () => {
    const detect = browserWith(['qr_code', 'itf'], () => Promise.reject(new Error('no service')));
    expect(await detectCodes(picture(), true)).toEqual([PAYLOAD]);
    expect(await detectCodes(picture(), true)).toEqual([PAYLOAD]);
    expect(detect).toHaveBeenCalledTimes(1);
  });
});

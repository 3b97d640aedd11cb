import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';

type Detector = { detect: (image: ImageData) => Promise<{ rawValue: string }[]> };
type NativeDetector = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

/** QR codes, and the bars of boletos (interleaved 2 of 5). */
const FORMATS = ['qr_code', 'itf'] as const;

/** `wasm`: where the module of zxing is, or its bytes. */
export function prepareDetector(wasm: string | ArrayBuffer): void {
  const overrides = typeof wasm === 'string' ? { locateFile: () => wasm } : { wasmBinary: wasm };
  prepareZXingModule({ overrides });
}

/** The browser's own detector (Chromium on Android and macOS), unless it lacks one of the formats. */
async function browsersOwn(): Promise<Detector | null> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector;
  if (!Native) return null;
  const formats = await Native.getSupportedFormats().catch(() => [] as string[]);
  return FORMATS.every((format) => formats.includes(format)) ? new Native({ formats: FORMATS }) : null;
}

let own: Promise<Detector | null> | null = null;
let ofZxing: Detector | null = null;

/** For tests: the next picture looks for the browser's detector again. */
export function forgetDetectors(): void {
  own = null;
}

/**
 * The texts of the codes in a picture. The browser's own detector is cheaper, so frames of the camera, of which more follow,
 * are left to it; a picture in which it finds nothing is read by zxing too, which also loads where there is no other.
 */
export async function detectCodes(image: ImageData, isFrame: boolean): Promise<string[]> {
  own ??= browsersOwn();
  const native = await own;
  if (native) {
    const found = await native.detect(image).catch(() => {
      // Its service may be missing (Android without Play services): never asked again.
      own = Promise.resolve(null);
      return null;
    });
    if (found && (isFrame || found.length > 0)) return textsOf(found);
  }
  ofZxing ??= new BarcodeDetector({ formats: [...FORMATS] });
  return textsOf(await ofZxing.detect(image));
}

const textsOf = (found: { rawValue: string }[]): string[] => found.map(({ rawValue }) => rawValue);

import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { type CodesReading, readPayables } from '#domain/payable';
import { detectCodes, prepareDetector } from './detect.ts';

/** `isFrame`: of the camera, more follow · `today`: 'YYYY-MM-DD', for due dates */
export type ToWorker = { id: number; image: ImageData; isFrame: boolean; today: string };
/** `reading` null: there is no detector. */
export type FromWorker = { id: number; reading: CodesReading | null };

// The server gives this file a policy of its own: only here may WebAssembly be compiled (docs/decisions/041).
prepareDetector(wasm);

/** A bar code seen from too far away is a shorter number: the next frame may have all of it. */
const isWhole = (text: string): boolean => !/^\d{1,43}$/.test(text);

async function read({ image, isFrame, today }: ToWorker): Promise<CodesReading> {
  const texts = await detectCodes(image, isFrame);
  return readPayables(isFrame ? texts.filter(isWhole) : texts, today, location.origin);
}

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  const reading = await read(data).catch(() => null);
  postMessage({ id: data.id, reading } satisfies FromWorker);
});

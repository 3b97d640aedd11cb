import type { CodesReading } from '#domain/payable';
import type { FromWorker, ToWorker } from './code-worker.ts';

/** `read` rejects if the reader could not be loaded. */
export type CodeReader = {
  read: (image: ImageData, isFrame?: boolean) => Promise<CodesReading>;
  close: () => void;
};

type Waiting = { resolve: (reading: CodesReading) => void; reject: (reason: Error) => void };

/** Reads in a worker. Close it when it is no longer needed: its memory holds the last picture. `today`: 'YYYY-MM-DD' */
export function openCodeReader(today: string): CodeReader {
  const worker = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  function fail() {
    for (const { reject } of waiting.values()) reject(new Error('no reader'));
    waiting.clear();
  }

  worker.addEventListener('message', ({ data: { id, reading } }: MessageEvent<FromWorker>) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (reading) asked?.resolve(reading);
    else asked?.reject(new Error('no reader'));
  });
  worker.addEventListener('error', fail);

  return {
    read: (image, isFrame = false) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.postMessage({ id: lastId, image, isFrame, today } satisfies ToWorker, [image.data.buffer]);
      }),
    close: () => {
      worker.terminate();
      fail();
    },
  };
}

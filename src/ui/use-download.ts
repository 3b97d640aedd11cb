import { useEffect, useRef, useState } from 'react';
import { fetchFile } from '../fetch.ts';
import { saveFile } from './save-file.ts';

/** `rows` is 0 if they cannot be counted. */
export type DownloadState<Which> =
  | { kind: 'idle' }
  | { kind: 'running'; which: Which; received: number; rows: number }
  | { kind: 'done'; fileName: string; received: number; rows: number }
  | { kind: 'failed'; which: Which; error: unknown };

type Files<Which> = {
  pathOf: (which: Which) => string;
  nameOf: (which: Which) => string;
  counterOf: (which: Which) => (piece: Uint8Array) => number;
};

/** Leaving the screen cancels the download. */
export function useDownload<Which>({ pathOf, nameOf, counterOf }: Files<Which>) {
  const [state, setState] = useState<DownloadState<Which>>({ kind: 'idle' });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  async function start(which: Which): Promise<void> {
    const own = new AbortController();
    abort.current = own;
    const rowsIn = counterOf(which);
    let progress = { received: 0, rows: 0 };
    const show = (next: DownloadState<Which>) => abort.current === own && setState(next);
    show({ kind: 'running', which, ...progress });
    try {
      const file = await fetchFile([pathOf(which)], {
        signal: own.signal,
        onBytes: (received, piece) => {
          progress = { received, rows: rowsIn(piece) };
          show({ kind: 'running', which, ...progress });
        },
      });
      if (!file) return;
      const fileName = nameOf(which);
      saveFile(new File([file], fileName, { type: file.type }));
      show({ kind: 'done', fileName, ...progress });
    } catch (error) {
      show(own.signal.aborted ? { kind: 'idle' } : { kind: 'failed', which, error });
    }
  }

  return { state, start, cancel: () => abort.current?.abort() };
}

/** `48 kB`, `1,2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;
}

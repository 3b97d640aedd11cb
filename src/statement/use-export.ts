import { useEffect, useRef, useState } from 'react';
import type { ExportFormat } from '#domain/account/statement';
import { fetchFile } from '../fetch.ts';
import { saveFile } from '../ui/save-file.ts';
import { entryCounter } from './entry-counter.ts';

/** A file under way, kept, or failed: bytes of it that are here, and how many entries they tell (0 where that cannot be seen). */
export type ExportState =
  | { kind: 'idle' }
  | { kind: 'running'; format: ExportFormat; received: number; entries: number }
  | { kind: 'done'; fileName: string; received: number; entries: number }
  | { kind: 'failed'; format: ExportFormat; error: unknown };

/** Fetches a file, tells how much of it is here, and hands it to the browser's downloads. Leaving the screen gives it up. */
export function useExport(
  pathOf: (format: ExportFormat) => string,
  nameOf: (format: ExportFormat) => string,
) {
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  async function start(format: ExportFormat): Promise<void> {
    const own = new AbortController();
    abort.current = own;
    const entriesIn = entryCounter(format);
    let here = { received: 0, entries: 0 };
    const show = (next: ExportState) => abort.current === own && setState(next);
    show({ kind: 'running', format, ...here });
    try {
      const file = await fetchFile([pathOf(format)], {
        signal: own.signal,
        onBytes: (received, piece) => {
          here = { received, entries: entriesIn(piece) };
          show({ kind: 'running', format, ...here });
        },
      });
      if (!file) return;
      const fileName = nameOf(format);
      saveFile(new File([file], fileName, { type: file.type }));
      show({ kind: 'done', fileName, ...here });
    } catch (error) {
      show(own.signal.aborted ? { kind: 'idle' } : { kind: 'failed', format, error });
    }
  }

  return { state, start, cancel: () => abort.current?.abort() };
}

/** Bytes as people read them: `48 kB`, `1,2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;
}

import { useEffect, useRef, useState } from 'react';
import type { ExportFormat } from '#domain/account/statement';
import { fetchFile } from '../fetch.ts';

/** A file under way, kept, or failed. */
export type ExportState =
  | { kind: 'idle' }
  | { kind: 'running'; format: ExportFormat; received: number }
  | { kind: 'done'; fileName: string; received: number }
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
    let received = 0;
    setState({ kind: 'running', format, received });
    try {
      const file = await fetchFile([pathOf(format)], {
        signal: own.signal,
        onBytes: (bytes) => {
          received = bytes;
          setState({ kind: 'running', format, received });
        },
      });
      if (!file) return;
      const fileName = nameOf(format);
      keep(file, fileName);
      setState({ kind: 'done', fileName, received });
    } catch (error) {
      setState(own.signal.aborted ? { kind: 'idle' } : { kind: 'failed', format, error });
    }
  }

  return { state, start, cancel: () => abort.current?.abort() };
}

function keep(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

/** Bytes as people read them: `48 kB`, `1,2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;
}

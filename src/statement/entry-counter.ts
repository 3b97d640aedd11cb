import type { ExportFormat } from '#domain/account/statement';
import { countMarks } from '../ui/count-marks.ts';

/** What ends an entry in a file, and how often it stands there for something else: a table has its heading. */
const MARKS: Partial<Record<ExportFormat, { mark: string; beside: number }>> = {
  csv: { mark: '\r\n', beside: 1 },
  ofx: { mark: '</STMTTRN>', beside: 0 },
};

/** Counts the entries in a file as it comes: takes the next piece, gives how many there have been; always 0 for a PDF. */
export function entryCounter(format: ExportFormat): (piece: Uint8Array) => number {
  const counted = MARKS[format];
  if (!counted) return () => 0;
  const marksIn = countMarks(counted.mark);
  return (piece) => Math.max(0, marksIn(piece) - counted.beside);
}

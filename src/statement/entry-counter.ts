import type { ExportFormat } from '#domain/account/statement';
import { countMarks } from '../ui/count-marks.ts';

/** Text that ends an entry in a file, and how often it occurs outside entries (a CSV has a heading row). */
const MARKS: Partial<Record<ExportFormat, { mark: string; outside: number }>> = {
  csv: { mark: '\r\n', outside: 1 },
  ofx: { mark: '</STMTTRN>', outside: 0 },
};

/** Counts entries while a file arrives: takes the next chunk, returns the count so far; always 0 for a PDF. */
export function entryCounter(format: ExportFormat): (piece: Uint8Array) => number {
  const counted = MARKS[format];
  if (!counted) return () => 0;
  const marksIn = countMarks(counted.mark);
  return (piece) => Math.max(0, marksIn(piece) - counted.outside);
}

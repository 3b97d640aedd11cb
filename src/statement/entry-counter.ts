import type { ExportFormat } from '#domain/account/statement';

/** What ends an entry in a file, and how often it stands there for something else: a table has its heading. */
const MARKS: Partial<Record<ExportFormat, { mark: string; beside: number }>> = {
  csv: { mark: '\r\n', beside: 1 },
  ofx: { mark: '</STMTTRN>', beside: 0 },
};

/** Counts the entries in a file as it comes: takes the next piece, gives how many there have been; always 0 for a PDF. */
export function entryCounter(format: ExportFormat): (piece: Uint8Array) => number {
  const counted = MARKS[format];
  if (!counted) return () => 0;
  const { mark, beside } = counted;
  // One character a byte, so that no letter falls apart between two pieces.
  const decoder = new TextDecoder('latin1');
  let begun = '';
  let marks = 0;
  return (piece) => {
    const parts = (begun + decoder.decode(piece)).split(mark);
    marks += parts.length - 1;
    begun = (parts.at(-1) ?? '').slice(-mark.length);
    return Math.max(0, marks - beside);
  };
}

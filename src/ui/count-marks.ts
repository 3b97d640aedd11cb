/** Counts a mark in a text that arrives in chunks: takes the next chunk, returns the count so far. */
export function countMarks(mark: string): (piece: Uint8Array) => number {
  // One character per byte, so that no character is split between chunks.
  const decoder = new TextDecoder('latin1');
  let begun = '';
  let marks = 0;
  return (piece) => {
    const parts = (begun + decoder.decode(piece)).split(mark);
    marks += parts.length - 1;
    begun = (parts.at(-1) ?? '').slice(-mark.length);
    return marks;
  };
}

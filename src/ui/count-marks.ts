/** Counts a mark in a text as its bytes come: takes the next piece, gives how many there have been, wherever it was cut. */
export function countMarks(mark: string): (piece: Uint8Array) => number {
  // One character a byte, so that no letter falls apart between two pieces.
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

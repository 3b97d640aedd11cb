/** Modulus 10: weights 2, 1, 2, 1 … from the right; the digits of each product are summed. */
export function modulus10(digits: string): number {
  const sum = weighted(
    digits,
    (place) => (place % 2 === 0 ? 2 : 1),
    (product) => (product > 9 ? product - 9 : product),
  );
  return (10 - (sum % 10)) % 10;
}

/** Remainder modulo 11 with weights 2 to 9 repeated from the right; each layout interprets it. */
export const rest11 = (digits: string): number =>
  weighted(
    digits,
    (place) => 2 + (place % 8),
    (product) => product,
  ) % 11;

function weighted(
  digits: string,
  weight: (place: number) => number,
  of: (product: number) => number,
): number {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1)
    sum += of(Number(digits[digits.length - 1 - place]) * weight(place));
  return sum;
}

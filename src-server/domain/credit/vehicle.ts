/** The plate as it is stored: capitals, no dash. */
export const normalPlate = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/** A Brazilian plate, old (ABC1234) or Mercosul (ABC1D23). */
export const isPlate = (text: string): boolean => /^[A-Z]{3}\d[A-Z\d]\d{2}$/.test(normalPlate(text));

/**
 * A chassis number: 17 letters and digits without I, O and Q (ISO 3779), not all alike. Brazil does not use the check
 * digit of North America, so there is none to verify.
 */
export const isChassis = (text: string): boolean =>
  /^[A-HJ-NPR-Z\d]{17}$/.test(text.toUpperCase()) && !/^(.)\1*$/.test(text);

const RENAVAM_WEIGHTS = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** A RENAVAM of 11 digits, or an old one of 9 that stands for it with zeros before; its last digit checks the others. */
export function isRenavam(text: string): boolean {
  if (!/^\d{9,11}$/.test(text)) return false;
  const digits = text.padStart(11, '0');
  if (/^(.)\1*$/.test(digits)) return false;
  const sum = RENAVAM_WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  const check = (sum * 10) % 11;
  return (check === 10 ? 0 : check) === Number(digits[10]);
}

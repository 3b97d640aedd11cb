export const normalPlate = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/** Old (ABC1234) or Mercosul (ABC1D23) plate. */
export const isPlate = (text: string): boolean => /^[A-Z]{3}\d[A-Z\d]\d{2}$/.test(normalPlate(text));

/** 17 characters without I, O, Q (ISO 3779), not all alike. Brazil has no check digit. */
export const isChassis = (text: string): boolean =>
  /^[A-HJ-NPR-Z\d]{17}$/.test(text.toUpperCase()) && !/^(.)\1*$/.test(text);

const RENAVAM_WEIGHTS = [3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** 11 digits (9 in old numbers); the last one is a check digit. */
export function isRenavam(text: string): boolean {
  if (!/^\d{9,11}$/.test(text)) return false;
  const digits = text.padStart(11, '0');
  if (/^(.)\1*$/.test(digits)) return false;
  const sum = RENAVAM_WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  const check = (sum * 10) % 11;
  return (check === 10 ? 0 : check) === Number(digits[10]);
}

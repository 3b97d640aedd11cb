const ACCOUNT_NUMBER = /^(\d{4})-?(\d{4})$/;

/** Luhn check digit (ISO/IEC 7812-1, annex B): of seven digits, the first and every other one are doubled. */
function luhnDigit(sevenDigits: string): number {
  const sum = [...sevenDigits].reduce((total, character, place) => {
    const digit = Number(character);
    if (place % 2 === 1) return total + digit;
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** `0000-0000` from a base of 0 to 9 999 999; the last digit is the Luhn check digit. */
export function accountNumberFrom(base: number): string {
  const digits = String(base).padStart(7, '0');
  if (!/^\d{7}$/.test(digits)) throw new Error(`account number base ${base} is not from 0 to 9999999`);
  return `${digits.slice(0, 4)}-${digits.slice(4)}${luhnDigit(digits)}`;
}

/** Typed text → `0000-0000`; null if it is not eight digits. The check digit is not verified. */
export function parseAccountNumber(text: string): string | null {
  const match = ACCOUNT_NUMBER.exec(text.trim());
  return match ? `${match[1]}-${match[2]}` : null;
}

export function isAccountNumber(text: string): boolean {
  const digits = text.replace('-', '');
  return /^\d{4}-\d{4}$/.test(text) && luhnDigit(digits.slice(0, 7)) === Number(digits[7]);
}

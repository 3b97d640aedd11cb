const ACCOUNT_NUMBER = /^(\d{4})-?(\d{4})$/;

/** "1234-567" digits 1 to 7 → their Luhn check digit (ISO/IEC 7812-1, annex B): every single wrong digit is noticed. */
function luhnDigit(sevenDigits: string): number {
  const sum = [...sevenDigits].reverse().reduce((total, character, place) => {
    const digit = Number(character);
    if (place % 2 === 1) return total + digit;
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** A whole number from 0 to 9 999 999 → the account number `0000-0000` that ends with its Luhn check digit. */
export function accountNumberFrom(base: number): string {
  const digits = String(base).padStart(7, '0');
  if (!/^\d{7}$/.test(digits)) throw new Error(`not the base of an account number: ${base}`);
  return `${digits.slice(0, 4)}-${digits.slice(4)}${luhnDigit(digits)}`;
}

/** What a person typed, dash or none → `0000-0000`, or null when it is not eight digits. Does not look at the check digit. */
export function parseAccountNumber(text: string): string | null {
  const match = ACCOUNT_NUMBER.exec(text.trim());
  return match ? `${match[1]}-${match[2]}` : null;
}

/** Whether the text is an account number of this bank: format `0000-0000` and the right check digit. */
export function isAccountNumber(text: string): boolean {
  const digits = text.replace('-', '');
  return /^\d{4}-\d{4}$/.test(text) && luhnDigit(digits.slice(0, 7)) === Number(digits[7]);
}

/** Maximum number of typed digits: 99.999.999.999,99. */
const MAX_DIGITS = 13;

/** Typed digits, cents first (`1234` → `"12.34"`); nothing or zeros → `""`. */
export function typedToDecimal(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '').slice(0, MAX_DIGITS);
  if (!digits) return '';
  const padded = digits.padStart(3, '0');
  return `${padded.slice(0, -2)}.${padded.slice(-2)}`;
}

/** `1.234,56`, `1234.56`, `R$ 1.234,56`, `1.234` and `250` are reais; null unless it is one positive amount. */
export function pastedToDecimal(text: string): string | null {
  const bare = text.replace(/R\$|\s/g, '');
  const match =
    /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(bare) ??
    /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(bare);
  if (!match) return null;
  const whole = (match[1] ?? '').replace(/\D/g, '');
  return typedToDecimal(`${whole}${(match[2] ?? '').padEnd(2, '0')}`) || null;
}

/** Decimal text for display: `"1234.56"` → `1.234,56`. */
export function decimalToDisplay(decimal: string): string {
  const [whole = '', cents = ''] = decimal.split('.');
  if (!whole) return '';
  const first = whole.length % 3 || 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])];
  return `${groups.join('.')},${cents.padEnd(2, '0')}`;
}

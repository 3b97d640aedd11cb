/** The largest amount one movement may have: a hundred billion reais, far inside what a safe integer sums exactly. */
export const MAX_AMOUNT_CENTS = 10_000_000_000_000;

const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/**
 * Decimal text ("12", "12.3", "-12.34"; dot as separator, at most two decimals) → integer cents, or null when it is
 * not that. Never passes through a float.
 */
export function parseDecimal(text: string): number | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  if (cents > MAX_AMOUNT_CENTS) return null;
  return match[1] && cents !== 0 ? -cents : cents;
}

/** Integer cents → decimal text with two places, as every answer carries money: 123456 → "1234.56". */
export function toDecimal(cents: number): string {
  const absolute = Math.abs(cents);
  const text = `${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
  return cents < 0 ? `-${text}` : text;
}

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Integer cents → "R$ 1.234,56", with U+2212 as the minus sign. */
export function formatBrl(cents: number): string {
  return reais.format(cents / 100).replace('-', '−');
}

/** What one amount is of another, from 0 to 1; both decimal text. 0 of nothing. */
export function ratioOf(part: string, whole: string): number {
  const [partCents, wholeCents] = [parseDecimal(part) ?? 0, parseDecimal(whole) ?? 0];
  return wholeCents === 0 ? 0 : partCents / wholeCents;
}

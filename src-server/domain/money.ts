/** R$ 100 billion; sums of hundreds of such amounts stay safe integers. */
export const MAX_AMOUNT_CENTS = 10_000_000_000_000;

const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/** Decimal text ('12', '12.3', '-12.34') → integer cents; null if malformed. Never uses floats. */
export function parseDecimal(text: string): number | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  if (cents > MAX_AMOUNT_CENTS) return null;
  return match[1] && cents !== 0 ? -cents : cents;
}

/** Decimal text written by the bank → cents; 0 if malformed. */
export const centsOf = (decimal: string): number => parseDecimal(decimal) ?? 0;

/** 123456 → '1234.56', as the API returns money. */
export function toDecimal(cents: number): string {
  const absolute = Math.abs(cents);
  const text = `${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
  return cents < 0 ? `-${text}` : text;
}

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** 123456 → 'R$ 1.234,56'; the minus sign is U+2212. */
export function formatBrl(cents: number): string {
  return reais.format(cents / 100).replace('-', '−');
}

/** 0 if `whole` is 0; both are decimal text. */
export function ratioOf(part: string, whole: string): number {
  const [partCents, wholeCents] = [centsOf(part), centsOf(whole)];
  return wholeCents === 0 ? 0 : partCents / wholeCents;
}

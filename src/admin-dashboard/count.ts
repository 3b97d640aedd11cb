const number = new Intl.NumberFormat('pt-BR');
const share = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 });

/** `1.204`. */
export const inDigits = (count: number): string => number.format(count);

/** `1 crédito`, `1.204 créditos`. */
export const counted = (count: number, one: string, many: string): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;

/** 0.125 → `12,5%`. */
export const percent = (ratio: number): string => share.format(ratio);

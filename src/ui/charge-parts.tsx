import type { ReactNode } from 'react';
import { parseDecimal } from '#domain/money';
import { Money } from './money.tsx';

type Amounts = Record<'total' | 'original' | 'discount' | 'fine' | 'interest', string>;

const orNothing = (decimal: string): ReactNode =>
  (parseDecimal(decimal) ?? 0) > 0 && <Money decimal={decimal} exposed />;

/** How today's total comes about; nothing if it is what was charged. */
export function chargeParts({
  total,
  original,
  discount,
  fine,
  interest,
}: Amounts): Record<string, ReactNode> {
  if (total === original) return {};
  return {
    'Valor original': <Money decimal={original} exposed />,
    Desconto: orNothing(discount),
    Multa: orNothing(fine),
    Juros: orNothing(interest),
    'Total de hoje': <Money decimal={total} exposed />,
  };
}

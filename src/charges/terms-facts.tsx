import type { ReactNode } from 'react';
import type { RouterOutputs } from '../trpc.ts';
import { Money } from '../ui/money.tsx';

type Terms = Pick<RouterOutputs['charge']['get'], 'fine' | 'interest' | 'discount' | 'validDays'>;
type Rate = { mode: 'value' | 'percent'; value: string };

const rate = ({ mode, value }: Rate): ReactNode =>
  mode === 'percent' ? `${percent(value)}` : <Money decimal={value} exposed />;

/** '2.00' → '2%'. */
const percent = (value: string): string => `${Number(value).toLocaleString('pt-BR')}%`;

const days = (count: number): string => `${count} ${count === 1 ? 'dia' : 'dias'}`;

/** The terms of a dated charge. */
export const termsFacts = ({ fine, interest, discount, validDays }: Terms): Record<string, ReactNode> => ({
  'Multa por atraso': fine && rate(fine),
  'Juros ao mês': interest && percent(interest),
  'Desconto para quem paga cedo': discount && (
    <>
      {rate(discount)}
      {discount.daysBefore > 0
        ? `, até ${days(discount.daysBefore)} antes do vencimento`
        : ', até o vencimento'}
    </>
  ),
  'Depois do vencimento': `aceita por ${days(validDays)}`,
});

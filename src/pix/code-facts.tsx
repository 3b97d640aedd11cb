import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { parseDecimal } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';
import { formatDay, formatMoment } from '../ui/date.ts';
import { keyText } from '../ui/key-words.ts';
import { Money } from '../ui/money.tsx';

export type Code = RouterOutputs['pix']['decode'];

const isSome = (decimal: string): boolean => (parseDecimal(decimal) ?? 0) > 0;
const orNothing = (decimal: string): ReactNode => isSome(decimal) && <Money decimal={decimal} exposed />;

/** What a code says of who receives, what for, until when, and how its total comes about. */
export function codeFacts(code: Code): Record<string, ReactNode> {
  const { key, keyType, amount, original, isDynamic } = code;
  const isPriced = original !== null && original !== amount;
  return {
    'Quem recebe': code.name,
    'CPF ou CNPJ': code.document,
    Instituição: code.institution,
    Cidade: !isDynamic && code.city,
    Chave: key !== null && keyType !== null ? keyText({ type: keyType, key }) : key,
    Descrição: code.description && <Box overflowWrap="anywhere">{code.description}</Box>,
    Vencimento: code.dueDate && formatDay(code.dueDate),
    'Pode ser pago até': code.expiresAt && formatMoment(code.expiresAt),
    'Valor original': isPriced && <Money decimal={original} exposed />,
    Abatimento: orNothing(code.rebate),
    Desconto: orNothing(code.discount),
    Multa: orNothing(code.fine),
    Juros: orNothing(code.interest),
    'Total de hoje': isPriced && amount !== null && <Money decimal={amount} exposed />,
    Valor: amount === null && 'Você escolhe',
  };
}

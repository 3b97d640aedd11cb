import { Box, Text } from '@chakra-ui/react';
import { parseDecimal } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';
import type { Column } from '../ui/data-table.tsx';
import { formatDay, formatMoment } from '../ui/date.ts';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { ChargeBadge } from './charge-badge.tsx';

export type ListedCharge = RouterOutputs['charge']['list']['charges'][number];

export const CHARGE_COLUMNS: readonly Column<ListedCharge>[] = [
  {
    title: 'Cobrança',
    kind: 'name',
    cell: ({ id, description, dueDate, expiresAt }) => (
      <>
        <TextLink
          to="/client/cobrancas"
          search={(before: object) => ({ ...before, cobranca: id })}
          resetScroll={false}
          fontWeight="600"
          overflowWrap="anywhere"
          aria-haspopup="dialog"
        >
          {description}
        </TextLink>
        <Text className="num" color="fg.muted">
          {dueDate === null ? `Vale até ${formatMoment(expiresAt)}` : `Vence em ${formatDay(dueDate)}`}
        </Text>
      </>
    ),
  },
  { title: 'Situação', cell: Situation },
  {
    title: 'Criada em',
    sort: 'criacao',
    cell: ({ createdAt }) => (
      <Box as="span" className="num">
        {formatMoment(createdAt)}
      </Box>
    ),
  },
  { title: 'Valor', kind: 'figure', sort: 'valor', cell: ({ amount }) => <Money decimal={amount} /> },
];

function Situation({ status, paidAmount, returnedAmount, payerName, amount }: ListedCharge) {
  return (
    <>
      <ChargeBadge status={status} />
      {paidAmount !== null && (
        <Text color="fg.muted" textStyle="sm" marginTop="1" overflowWrap="anywhere">
          {paidAmount !== amount && (
            <>
              <Money decimal={paidAmount} />{' '}
            </>
          )}
          {payerName && `por ${payerName}`}
          {returnedAmount !== null && (parseDecimal(returnedAmount) ?? 0) > 0 && (
            <Box as="span" display="block">
              De volta a quem pagou: <Money decimal={returnedAmount} />
            </Box>
          )}
        </Text>
      )}
    </>
  );
}

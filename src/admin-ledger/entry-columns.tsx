import { Box, chakra } from '@chakra-ui/react';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import type { RouterOutputs } from '../trpc.ts';
import type { Column } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { EntryMoney } from '../ui/entry-money.tsx';
import { Money } from '../ui/money.tsx';

export type LedgerEntry = RouterOutputs['admin']['ledger']['list']['entries'][number];

export const ownerName = ({ accountHolder, accountName }: LedgerEntry): string =>
  accountHolder ?? accountName ?? 'Sem titular';

export function entryColumns(onOpen: (transactionId: string) => void): Column<LedgerEntry>[] {
  return [
    {
      title: 'Transação',
      kind: 'name',
      cell: (entry) => (
        <>
          <chakra.button
            type="button"
            onClick={() => onOpen(entry.transactionId)}
            aria-haspopup="dialog"
            cursor="pointer"
            fontWeight="600"
            textAlign="start"
            borderRadius="6px"
            overflowWrap="anywhere"
            minHeight="6"
            textDecoration="underline"
            textDecorationColor="border.emphasized"
            textUnderlineOffset="3px"
            _hover={{ color: 'brand.fg', textDecorationColor: 'currentcolor' }}
          >
            {entry.description}
          </chakra.button>
          <Box color="fg.muted">{TRANSACTION_LABELS[entry.transactionType]}</Box>
        </>
      ),
    },
    {
      title: 'Conta',
      cell: (entry) => (
        <>
          <Box>{ownerName(entry)}</Box>
          {entry.accountHolder !== null && (
            <Box className="code" color="fg.muted" whiteSpace="nowrap">
              {entry.accountNumber}
            </Box>
          )}
        </>
      ),
    },
    {
      title: 'Quando',
      sort: 'data',
      cell: ({ createdAt }) => (
        <chakra.time className="num" dateTime={createdAt}>
          {formatMoment(createdAt)}
        </chakra.time>
      ),
    },
    {
      title: 'Valor',
      kind: 'figure',
      cell: (entry) => (
        <>
          <EntryMoney entry={entry} fontWeight="600" />
          <Box color="fg.muted">{entry.isDebit ? 'Débito' : 'Crédito'}</Box>
        </>
      ),
    },
    { title: 'Saldo depois', kind: 'figure', cell: ({ balance }) => <Money decimal={balance} /> },
  ];
}

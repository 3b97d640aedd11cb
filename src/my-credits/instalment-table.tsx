import { Box, Button, Checkbox, Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { paymentToday } from '#domain/credit/payment-today';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { formatDay } from '../ui/date.ts';
import type { Query } from '../ui/fetched.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { type Instalment, isPayable, nameOf } from './credits.ts';
import { InstalmentBadge } from './instalment-badge.tsx';

export type Paying = { among: string[]; chosen: string[]; isChosen: boolean };

type InstalmentTableProps = { query: Query<Instalment[]>; onPay: (paying: Paying) => void };

export function InstalmentTable({ query, onPay }: InstalmentTableProps) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const rows = query.data;
  // An instalment paid meanwhile is no longer selected.
  const chosen = rows?.filter((row) => marked.has(row.id) && isPayable(row)) ?? [];

  function mark(id: string, isMarked: boolean) {
    setMarked((before) => {
      const after = new Set(before);
      if (isMarked) after.add(id);
      else after.delete(id);
      return after;
    });
  }

  return (
    <Stack gap="4">
      <DataTable
        label="Parcelas"
        columns={columnsFor(marked, mark, onPay)}
        query={query}
        rows={rows}
        total={rows?.length}
        rowKey={({ id }) => id}
        noun={['parcela', 'parcelas']}
        failure="Não foi possível carregar as parcelas"
        empty={{
          level: 'h2',
          title: 'Nenhuma parcela',
          description: 'As parcelas de um crédito aprovado aparecem aqui, das pagas às que faltam.',
          action: <LinkButton to="/client/credit">Simular um crédito</LinkButton>,
        }}
      />
      {chosen.length > 0 && (
        <ChosenBar
          chosen={chosen}
          onClear={() => setMarked(new Set())}
          onPay={() => {
            const ids = chosen.map(({ id }) => id);
            onPay({ among: ids, chosen: ids, isChosen: true });
          }}
        />
      )}
    </Stack>
  );
}

function columnsFor(
  marked: ReadonlySet<string>,
  mark: (id: string, isMarked: boolean) => void,
  onPay: InstalmentTableProps['onPay'],
): Column<Instalment>[] {
  return [
    {
      title: 'Parcela',
      kind: 'name',
      cell: (row) => <NameCell row={row} isMarked={marked.has(row.id)} onMark={mark} />,
    },
    { title: 'Vencimento', cell: ({ dueDate }) => formatDay(dueDate) },
    { title: 'Valor', kind: 'figure', cell: (row) => <AmountCell {...row} /> },
    { title: 'Situação', cell: (row) => <InstalmentBadge {...row} /> },
    {
      title: 'Pago em',
      cell: ({ paidAt }) => (paidAt === null ? '—' : formatDay(paidAt)),
    },
    {
      title: 'Ações',
      kind: 'actions',
      cell: (row) =>
        isPayable(row) ? (
          <Button
            size="sm"
            variant="outline"
            aria-haspopup="dialog"
            aria-label={`Pagar ${nameOf(row).toLowerCase()}, ${row.credit.purpose}`}
            onClick={() => onPay({ among: [row.id], chosen: [row.id], isChosen: false })}
          >
            Pagar
          </Button>
        ) : null,
    },
  ];
}

function AmountCell({ amount, paidAmount }: Instalment) {
  if (paidAmount === null || paidAmount === amount) return <Money decimal={amount} />;
  return (
    <Stack gap="0" alignItems="flex-end">
      <Money decimal={amount} />
      <Text color="fg.muted" textStyle="sm">
        pago <Money decimal={paidAmount} />
      </Text>
    </Stack>
  );
}

type NameCellProps = { row: Instalment; isMarked: boolean; onMark: (id: string, isMarked: boolean) => void };

function NameCell({ row, isMarked, onMark }: NameCellProps) {
  const name = (
    <Box minWidth="0">
      <Text fontWeight="600" className="num">
        {nameOf(row)}
      </Text>
      <Text color="fg.muted" overflowWrap="anywhere">
        {row.credit.purpose}
        {row.credit.paidOutDate === null && ' · vencimento conta da assinatura'}
      </Text>
    </Box>
  );
  if (!isPayable(row)) return <Box paddingInlineStart="1.875rem">{name}</Box>;
  return (
    <Checkbox.Root
      checked={isMarked}
      alignItems="flex-start"
      paddingBlock="1"
      colorPalette="brand"
      onCheckedChange={({ checked }) => onMark(row.id, checked === true)}
    >
      <Checkbox.HiddenInput />
      <Checkbox.Control marginTop="0.5" />
      <Checkbox.Label>{name}</Checkbox.Label>
    </Checkbox.Root>
  );
}

type ChosenBarProps = { chosen: readonly Instalment[]; onClear: () => void; onPay: () => void };

function ChosenBar({ chosen, onClear, onPay }: ChosenBarProps) {
  const { discountCents, lateCents, totalCents } = paymentToday(chosen);
  return (
    <Flex
      role="region"
      aria-label="Parcelas selecionadas"
      position="sticky"
      bottom="calc(var(--bottom-bar, 0px) + 1rem)"
      zIndex="docked"
      align="center"
      justify="space-between"
      gap="4"
      wrap="wrap"
      bg="bg.panel"
      borderRadius="card"
      boxShadow="overlay"
      padding="4"
    >
      <Stack gap="0" role="status">
        <Text>
          <strong className="num">{chosen.length}</strong>{' '}
          {chosen.length === 1 ? 'parcela selecionada' : 'parcelas selecionadas'}, hoje{' '}
          <Money cents={totalCents} fontWeight="700" />
        </Text>
        <Text color="fg.muted" textStyle="sm">
          {discountCents > 0 && (
            <>
              Desconto por antecipar <Money cents={discountCents} />
            </>
          )}
          {discountCents > 0 && lateCents > 0 && ' · '}
          {lateCents > 0 && (
            <>
              Multa e juros por atraso <Money cents={lateCents} />
            </>
          )}
        </Text>
      </Stack>
      <Flex gap="3" wrap="wrap">
        <Button variant="ghost" onClick={onClear}>
          Limpar
        </Button>
        <Button aria-haspopup="dialog" onClick={onPay}>
          Pagar selecionadas
        </Button>
      </Flex>
    </Flex>
  );
}

import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { parseDecimal } from '#domain/money';
import type { SearchOf } from '#domain/places';
import type { RouterOutputs } from '../trpc.ts';
import { formatMonth } from '../ui/date.ts';
import { FigureLink } from '../ui/figure-link.tsx';
import { FigureTable } from '../ui/figure-table.tsx';
import { monthRows } from '../ui/month-rows.ts';
import { TableSwitch } from '../ui/table-switch.tsx';
import { CardLink } from './figure-cards.tsx';
import { Panel } from './panel.tsx';

type MonthSummary = RouterOutputs['account']['monthSummary'];

export function hasMovement({ income, expense }: MonthSummary): boolean {
  return (parseDecimal(income) ?? 0) > 0 || (parseDecimal(expense) ?? 0) > 0;
}

type Part = { label: string; amount: string; color: string; search: SearchOf<'/client/statement'> };

export function MonthCard({ month }: { month: MonthSummary }) {
  const [asTable, setAsTable] = useState(false);
  const title = `Resumo de ${formatMonth(month.month)}`;
  const rows = (figure: Part['search']) => monthRows(month.month, figure);
  const parts: Part[] = [
    { label: 'Entradas', amount: month.income, color: 'chart.in', search: rows({ sentido: 'entradas' }) },
    { label: 'Saídas', amount: month.expense, color: 'chart.out', search: rows({ sentido: 'saidas' }) },
  ];
  const net = <FigureLink of="Resultado" decimal={month.net} signed search={rows({ efeito: 'contam' })} />;
  return (
    <Panel title={title} kind="list">
      {asTable ? (
        <MonthTable caption={title} parts={parts} net={net} />
      ) : (
        <MonthChart parts={parts} net={net} />
      )}
      <Flex justify="space-between" align="center" columnGap="5" rowGap="2" wrap="wrap">
        <TableSwitch asTable={asTable} onSwitch={setAsTable} />
        <CardLink to="/client/month-review">Raio-X do mês</CardLink>
      </Flex>
    </Panel>
  );
}

const PartLink = ({ label, amount, search }: Part) => (
  <FigureLink of={label} decimal={amount} search={search} />
);

function MonthTable({ caption, parts, net }: { caption: string; parts: Part[]; net: ReactNode }) {
  return (
    <FigureTable
      caption={caption}
      textStyle="md"
      titles={['Movimento', 'Valor']}
      rows={[
        ...parts.map((part) => ({
          key: part.label,
          cells: [part.label, <PartLink key={part.label} {...part} />],
        })),
        { key: 'Resultado', cells: ['Resultado', net] },
      ]}
    />
  );
}

function MonthChart({ parts, net }: { parts: Part[]; net: ReactNode }) {
  return (
    <Stack gap="4">
      <Flex height="3" gap="0.5" borderRadius="pill" overflow="hidden" bg="bg.subtle" aria-hidden>
        {parts.map(({ label, amount, color }) => (
          <Box key={label} bg={color} flexBasis="0" flexGrow={parseDecimal(amount) ?? 0} />
        ))}
      </Flex>
      <Stack as="dl" gap="2">
        {parts.map((part) => (
          <Flex key={part.label} justify="space-between" gap="3" align="center">
            <Flex as="dt" align="center" gap="2" color="fg.muted">
              <Box boxSize="3" borderRadius="full" bg={part.color} aria-hidden />
              {part.label}
            </Flex>
            <Box as="dd" textAlign="end">
              <PartLink {...part} />
            </Box>
          </Flex>
        ))}
        <Flex
          justify="space-between"
          gap="3"
          paddingTop="2"
          borderTop="1px solid"
          borderColor="border"
          fontWeight="600"
        >
          <Text as="dt">Resultado</Text>
          <Box as="dd" textAlign="end">
            {net}
          </Box>
        </Flex>
      </Stack>
    </Stack>
  );
}

import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { parseDecimal } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';
import { formatMonth } from '../ui/date.ts';
import { FigureTable } from '../ui/figure-table.tsx';
import { Money } from '../ui/money.tsx';
import { TableSwitch } from '../ui/table-switch.tsx';
import { CardLink } from './figure-cards.tsx';
import { Panel } from './panel.tsx';

type MonthSummary = RouterOutputs['account']['monthSummary'];

export function hasMovement({ income, expense }: MonthSummary): boolean {
  return (parseDecimal(income) ?? 0) > 0 || (parseDecimal(expense) ?? 0) > 0;
}

type Part = { label: string; amount: string; color: string };

export function MonthCard({ month }: { month: MonthSummary }) {
  const [asTable, setAsTable] = useState(false);
  const title = `Resumo de ${formatMonth(month.month)}`;
  const parts = [
    { label: 'Entradas', amount: month.income, color: 'chart.in' },
    { label: 'Saídas', amount: month.expense, color: 'chart.out' },
  ];
  return (
    <Panel title={title} kind="list">
      {asTable ? (
        <MonthTable caption={title} parts={parts} net={month.net} />
      ) : (
        <MonthChart parts={parts} net={month.net} />
      )}
      <Flex justify="space-between" align="center" columnGap="5" rowGap="2" wrap="wrap">
        <TableSwitch asTable={asTable} onSwitch={setAsTable} />
        <CardLink to="/client/month-review">Raio-X do mês</CardLink>
      </Flex>
    </Panel>
  );
}

function MonthTable({ caption, parts, net }: { caption: string; parts: Part[]; net: string }) {
  const rows = [
    ...parts.map(({ label, amount }) => ({ label, amount, isNet: false })),
    { label: 'Resultado', amount: net, isNet: true },
  ];
  return (
    <FigureTable
      caption={caption}
      textStyle="md"
      titles={['Movimento', 'Valor']}
      rows={rows.map(({ label, amount, isNet }) => ({
        key: label,
        cells: [label, <Money key={label} decimal={amount} signed={isNet} />],
      }))}
    />
  );
}

function MonthChart({ parts, net }: { parts: Part[]; net: string }) {
  return (
    <Stack gap="4">
      <Flex height="3" gap="0.5" borderRadius="pill" overflow="hidden" bg="bg.subtle" aria-hidden>
        {parts.map(({ label, amount, color }) => (
          <Box key={label} bg={color} flexBasis="0" flexGrow={parseDecimal(amount) ?? 0} />
        ))}
      </Flex>
      <Stack as="dl" gap="2">
        {parts.map(({ label, amount, color }) => (
          <Flex key={label} justify="space-between" gap="3" align="center">
            <Flex as="dt" align="center" gap="2" color="fg.muted">
              <Box boxSize="3" borderRadius="full" bg={color} aria-hidden />
              {label}
            </Flex>
            <Box as="dd" textAlign="end">
              <Money decimal={amount} />
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
            <Money decimal={net} signed />
          </Box>
        </Flex>
      </Stack>
    </Stack>
  );
}

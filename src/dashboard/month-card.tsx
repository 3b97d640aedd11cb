import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import { parseDecimal } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';
import { formatMonth } from '../ui/date.ts';
import { Money } from '../ui/money.tsx';
import { Panel } from './panel.tsx';

type MonthSummary = RouterOutputs['account']['monthSummary'];

/** Whether the month has anything to tell. */
export function hasMovement({ income, expense }: MonthSummary): boolean {
  return (parseDecimal(income) ?? 0) > 0 || (parseDecimal(expense) ?? 0) > 0;
}

/** The month at a glance: what came in and went out in proportion, and what is left of it. */
export function MonthCard({ month }: { month: MonthSummary }) {
  const parts = [
    { label: 'Entradas', amount: month.income, color: 'chart.in' },
    { label: 'Saídas', amount: month.expense, color: 'chart.out' },
  ];
  return (
    <Panel title={`Resumo de ${formatMonth(month.month)}`} kind="list">
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
              <Money decimal={month.net} signed />
            </Box>
          </Flex>
        </Stack>
      </Stack>
    </Panel>
  );
}

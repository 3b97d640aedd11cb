import { Stack, Text } from '@chakra-ui/react';
import { formatPercent } from '#domain/percent';
import { Disclosure } from '../ui/disclosure.tsx';
import { Money } from '../ui/money.tsx';
import type { Simulation } from './draft.ts';

export function WhyInstalment({ simulation }: { simulation: Simulation }) {
  const first = simulation.schedule[0];
  const last = simulation.schedule.at(-1);
  if (!first || !last) return null;
  return (
    <Disclosure title="Por que esse valor?">
      <Stack gap="2" textStyle="sm">
        <Text>
          A parcela é igual todo mês (Tabela Price). Nela vão os juros de{' '}
          {formatPercent(simulation.interestRate)} ao mês sobre o que você ainda deve, e o resto diminui a
          dívida.
        </Text>
        <Text>
          Na 1ª, <Money decimal={first.interest} exposed /> são juros e{' '}
          <Money decimal={first.principal} exposed /> abatem a dívida; na última, os juros são só{' '}
          <Money decimal={last.interest} exposed />.
        </Text>
        <Text>
          A taxa vem da sua faixa de risco, menos o desconto da garantia. O IOF é o imposto federal sobre o
          crédito: sai do valor liberado e não muda a parcela. O CET soma juros e IOF num só percentual, para
          comparar com outros bancos.
        </Text>
      </Stack>
    </Disclosure>
  );
}

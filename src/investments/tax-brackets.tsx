import { chakra, Heading, Stack, Text } from '@chakra-ui/react';
import { INCOME_TAX_BRACKETS, iofPercent } from '#domain/investment/yield';
import { formatPercent } from '#domain/percent';

export function TaxBrackets({ days }: { days: number }) {
  const current = INCOME_TAX_BRACKETS.findIndex(({ upToDays }) => days <= upToDays);
  const iof = iofPercent(days);
  return (
    <Stack gap="3" minWidth="0">
      <Heading as="h3" size="md" fontWeight="600">
        Imposto de renda sobre o rendimento
      </Heading>
      <chakra.ol display="grid" gridTemplateColumns="repeat(4, 1fr)" gap="2" listStyleType="none">
        {INCOME_TAX_BRACKETS.map(({ upToDays, percent }, place) => (
          <chakra.li
            key={percent}
            aria-current={place === current ? 'true' : undefined}
            padding="2.5"
            borderRadius="control"
            bg={place === current ? 'accent.subtle' : 'bg.subtle'}
            color={place === current ? 'accent.fg' : 'fg.muted'}
            textAlign="center"
          >
            <chakra.span display="block" className="num" fontWeight="700">
              {formatPercent(percent)}
            </chakra.span>
            <chakra.span display="block" textStyle="xs">
              {Number.isFinite(upToDays) ? `até ${upToDays} dias` : 'acima de 720'}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ol>
      <Text color="fg.muted" textStyle="sm">
        {iof > 0
          ? `Antes de 30 dias há também IOF: neste dia, ${iof}% do rendimento.`
          : 'Sem IOF a partir do trigésimo dia.'}
      </Text>
    </Stack>
  );
}

import { Box, chakra, Text } from '@chakra-ui/react';
import { loanTerms, rateOf } from '#domain/credit/terms';
import { formatBrl } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { trpc } from '../trpc.ts';
import { RISK_LEVEL_LOOKS } from '../ui/risk-level-badge.tsx';
import type { CreditParameters } from './credit-parameters.ts';

const EXAMPLE = { amountCents: 1_000_000, termMonths: 12 };
const LEVELS = ['muito_baixo', 'baixo', 'moderado', 'alto', 'muito_alto'] as const;

export function ParameterPreview({ before, after }: { before: CreditParameters; after: CreditParameters }) {
  const today = trpc.auth.me.useQuery().data?.today;
  if (!today) return null;
  const priced = (parameters: CreditParameters, level: (typeof LEVELS)[number]) => {
    const interestRate = rateOf(parameters, level, null);
    const { instalmentCents, cet } = loanTerms({ ...EXAMPLE, interestRate, payoutOn: today }, parameters.iof);
    return `${formatBrl(instalmentCents)}, CET ${formatPercent(cet.annualPercent)} a.a.`;
  };
  return (
    <Box bg="bg.subtle" borderRadius="card" padding={{ base: '4', md: '5' }}>
      <Text fontWeight="600">
        Exemplo: {formatBrl(EXAMPLE.amountCents)} em {EXAMPLE.termMonths} parcelas, sem garantia
      </Text>
      <chakra.dl margin="0" marginTop="2">
        {LEVELS.map((level) => {
          const was = priced(before, level);
          const is = priced(after, level);
          return (
            <chakra.div key={level} paddingBlock="2" borderTop="1px solid" borderColor="border.muted">
              <chakra.dt color="fg.muted" textStyle="sm">
                Risco {RISK_LEVEL_LOOKS[level].label}
              </chakra.dt>
              <chakra.dd margin="0" className="num">
                <strong>{is}</strong>
                {was !== is && (
                  <chakra.span color="fg.muted" display="block" textStyle="sm">
                    hoje, {was}
                  </chakra.span>
                )}
              </chakra.dd>
            </chakra.div>
          );
        })}
      </chakra.dl>
    </Box>
  );
}

import { Flex, Progress, Stack, Text } from '@chakra-ui/react';
import { INCOME_SHARE_BANDS, incomeShare } from '#domain/credit/income-share';
import { trpc } from '../trpc.ts';

function bandOf(share: number): { palette: string; text: string } {
  if (share >= INCOME_SHARE_BANDS.excess) return { palette: 'negative', text: 'pesa muito no orçamento' };
  if (share >= INCOME_SHARE_BANDS.caution) return { palette: 'caution', text: 'pede atenção' };
  return { palette: 'positive', text: 'cabe com folga' };
}

/** How much of the monthly income an instalment takes, as a bar and in words. */
export function IncomeBar({ monthlyPayment }: { monthlyPayment: string }) {
  const me = trpc.auth.me.useQuery();
  const share = incomeShare(monthlyPayment, me.data?.user.monthlyIncome ?? '');
  if (share === null) return null;
  const { palette, text } = bandOf(share);
  const isCompany = me.data?.user.cnpj != null;
  return (
    <Stack gap="1.5">
      <Flex justify="space-between" gap="3" wrap="wrap" textStyle="sm">
        <Text>
          <strong className="num">{share.toLocaleString('pt-BR')}%</strong>{' '}
          {isCompany ? 'do faturamento' : 'da sua renda'}
        </Text>
        <Text color={`${palette}.fg`} fontWeight="600">
          {text}
        </Text>
      </Flex>
      <Progress.Root
        value={Math.min(100, share)}
        size="sm"
        colorPalette={palette}
        aria-label={isCompany ? 'Parte do faturamento mensal' : 'Parte da renda mensal'}
      >
        <Progress.Track>
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
    </Stack>
  );
}

import { Flex, Stack, Text } from '@chakra-ui/react';
import { formatShare, INCOME_SHARE_BANDS } from '#domain/credit/income-share';
import { MeterBar } from './meter-bar.tsx';

function bandOf(share: number): { palette: string; text: string } {
  if (share >= INCOME_SHARE_BANDS.excess) return { palette: 'negative', text: 'pesa muito no orçamento' };
  if (share >= INCOME_SHARE_BANDS.caution) return { palette: 'caution', text: 'pede atenção' };
  return { palette: 'positive', text: 'cabe com folga' };
}

type IncomeShareBarProps = {
  /** Percent of the income, one decimal. */
  share: number;
  of: string;
  label: string;
};

export function IncomeShareBar({ share, of, label }: IncomeShareBarProps) {
  const { palette, text } = bandOf(share);
  return (
    <Stack gap="1.5">
      <Flex justify="space-between" gap="3" wrap="wrap" textStyle="sm">
        <Text>
          <strong className="num">{formatShare(share)}</strong> {of}
        </Text>
        <Text color={`${palette}.fg`} fontWeight="600">
          {text}
        </Text>
      </Flex>
      <MeterBar share={share} palette={palette} label={label} text={`${formatShare(share)}, ${text}`} />
    </Stack>
  );
}

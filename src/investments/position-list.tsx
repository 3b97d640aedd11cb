import { Button, Flex, Progress, Stack, Text } from '@chakra-ui/react';
import { ArrowDownToLine } from 'lucide-react';
import { daysBetween } from '#domain/date';
import { progressPercent } from '#domain/investment/forecast';
import { formatPercent } from '#domain/percent';
import { formatDay } from '../ui/date.ts';
import { Figures } from '../ui/figure.tsx';
import { Money } from '../ui/money.tsx';
import { PanelItem } from '../ui/panel-item.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { expectedYieldCents, type Investment } from './shapes.ts';

type PositionListProps = {
  label: string;
  investments: readonly Investment[];
  today: string;
  onRedeem: (investment: Investment) => void;
};

export function PositionList({ label, investments, today, onRedeem }: PositionListProps) {
  return (
    <Stack as="ul" gap="3" listStyleType="none" aria-label={label}>
      {investments.map((investment) => (
        <PanelItem
          key={investment.id}
          title={investment.productName}
          level="h3"
          detail={<>{formatPercent(investment.rate)} a.a.</>}
          badge={<StatusBadge status={investment.status} />}
          padding={{ base: '4', md: '5' }}
          gap="4"
        >
          <Facts investment={investment} />
          {investment.status === 'active' ? (
            <Flex gap="4" align={{ base: 'stretch', md: 'center' }} direction={{ base: 'column', md: 'row' }}>
              <TermProgress investment={investment} today={today} />
              <Button
                variant="outline"
                onClick={() => onRedeem(investment)}
                aria-haspopup="dialog"
                aria-label={`Resgatar ${investment.productName}`}
              >
                <ArrowDownToLine size={18} aria-hidden />
                Resgatar
              </Button>
            </Flex>
          ) : (
            <Text color="fg.muted" textStyle="sm">
              {investment.status === 'matured' ? 'Venceu' : 'Você resgatou'}
              {investment.endedDate && ` em ${formatDay(investment.endedDate)}`}, e{' '}
              <Money decimal={investment.netToday} color="fg" fontWeight="600" /> foram creditados na sua
              conta.
            </Text>
          )}
        </PanelItem>
      ))}
    </Stack>
  );
}

function Facts({ investment }: { investment: Investment }) {
  return (
    <Figures
      gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(auto-fit, minmax(8.5rem, 1fr))' }}
      columnGap="4"
      rowGap="3"
      of={{
        'Valor aplicado': <Money decimal={investment.amount} />,
        'Rendimento esperado': <Money cents={expectedYieldCents(investment)} />,
        'Líquido hoje': investment.status === 'active' && <Money decimal={investment.netToday} />,
        Início: formatDay(investment.startDate),
        Vencimento: formatDay(investment.maturityDate),
      }}
    />
  );
}

function TermProgress({ investment, today }: { investment: Investment; today: string }) {
  const percent = progressPercent(investment.startDate, investment.maturityDate, today);
  const left = daysBetween(today, investment.maturityDate);
  return (
    <Progress.Root
      value={percent}
      size="sm"
      colorPalette="accent"
      flex="1"
      aria-label={`Prazo de ${investment.productName}`}
    >
      <Text color="fg.muted" textStyle="sm" className="num" marginBottom="1.5">
        {percent}% do prazo · {leftText(left)}
      </Text>
      <Progress.Track>
        <Progress.Range />
      </Progress.Track>
    </Progress.Root>
  );
}

function leftText(days: number): string {
  // Past maturity but unpaid: the account is frozen.
  if (days < 0) return 'vencido, aguardando a liberação da conta';
  if (days === 0) return 'vence hoje';
  return days === 1 ? 'vence amanhã' : `faltam ${days} dias`;
}

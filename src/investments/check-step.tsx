import { Stack, Text } from '@chakra-ui/react';
import { forecast } from '#domain/investment/forecast';
import { monthlyRatePercent } from '#domain/investment/yield';
import { formatBrl, parseDecimal } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { useChecking } from '../shared-movement/checking.ts';
import { CoverNote, withCover } from '../shared-movement/cover-note.tsx';
import { MoveConfirm } from '../shared-movement/move-confirm.tsx';
import type { Confirming } from '../shared-movement/use-move.ts';
import { formatDay } from '../ui/date.ts';
import { Money } from '../ui/money.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { type Chosen, STEPS } from './shapes.ts';
import { YieldFacts } from './yield-facts.tsx';

type CheckStepProps = {
  product: Chosen;
  /** Decimal text. */
  amount: string;
  today: string;
  move: Confirming;
};

export function CheckStep({ product, amount, today, move }: CheckStepProps) {
  const checking = useChecking();
  const amountCents = parseDecimal(amount) ?? 0;
  const { coverCents } = product;
  const position = { amountCents, annualRatePercent: product.annualRate, startOn: today };
  const atMaturity = forecast(position, product.termDays);
  return (
    <Stack gap="5">
      <StepHeading {...STEPS} step={1} title="Confira antes de investir" takesFocus />
      <Stack gap="1">
        <Money cents={amountCents} size="hero" exposed />
        <Text textStyle="lg">
          em <strong>{product.name}</strong>
        </Text>
      </Stack>
      <YieldFacts
        paid={atMaturity}
        netName="Líquido no vencimento"
        of={{
          Taxa: `${formatPercent(product.annualRate)} a.a., equivale a ${formatPercent(monthlyRatePercent(product.annualRate))} a.m.`,
          Vencimento: `${formatDay(atMaturity.maturityOn)} (${atMaturity.calendarDays} dias)`,
        }}
      />
      {checking && (
        <Text color="fg.muted">
          Sai da conta <span className="num">{checking.accountNumber}</span>, que fica com{' '}
          <Money cents={(parseDecimal(checking.balance) ?? 0) + coverCents - amountCents} />. O contrato vem
          em seguida, para assinar com um código.
        </Text>
      )}
      <CoverNote from="checking" coverCents={coverCents} />
      <MoveConfirm
        move={move}
        act={`Investir ${formatBrl(amountCents)}${withCover({ from: 'checking', coverCents })}`}
        sending="Investindo…"
        refused="O investimento não foi feito"
        unknown="Não sabemos se o investimento foi feito"
      />
    </Stack>
  );
}

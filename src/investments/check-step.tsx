import { Stack, Text } from '@chakra-ui/react';
import { forecast } from '#domain/investment/forecast';
import { monthlyRatePercent } from '#domain/investment/yield';
import { formatBrl, parseDecimal } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { accountsAlone, trpc } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import { MoveButtons, MoveOutcome } from '../ui/move-outcome.tsx';
import { InvestHeading } from './invest-heading.tsx';
import type { Product } from './shapes.ts';
import { YieldFacts } from './yield-facts.tsx';

type CheckStepProps = {
  product: Product;
  /** Decimal text. */
  amount: string;
  today: string;
  outcome: 'none' | 'unknown';
  pending: boolean;
  /** Why the last try was refused, in the bank's words. */
  refusal: string | null;
  onSend: () => void;
  onBack: () => void;
};

/** Step 2, conferir: what the money comes to, taxes taken off, before it moves. The button says the act. */
export function CheckStep(props: CheckStepProps) {
  const { product, amount, today, outcome, pending, refusal, onSend, onBack } = props;
  const accounts = trpc.account.list.useQuery(undefined, accountsAlone);
  const checking = accounts.data?.find(({ accountType }) => accountType === 'checking');
  const amountCents = parseDecimal(amount) ?? 0;
  const position = { amountCents, annualRatePercent: product.annualRate, startOn: today };
  const atMaturity = forecast(position, product.termDays);
  const isUnknown = outcome === 'unknown';
  return (
    <Stack gap="5">
      <InvestHeading step={1} title="Confira antes de investir" takesFocus />
      <Stack gap="1">
        <Money cents={amountCents} size="hero" exposed />
        <Text textStyle="lg">
          em <strong>{product.name}</strong>
        </Text>
      </Stack>
      <YieldFacts paid={atMaturity} netName="Líquido no vencimento" exposed>
        <Fact name="Taxa">
          <span className="num">
            {formatPercent(product.annualRate)} a.a., equivale a{' '}
            {formatPercent(monthlyRatePercent(product.annualRate))} a.m.
          </span>
        </Fact>
        <Fact name="Vencimento">
          <span className="num">
            {formatDay(atMaturity.maturityOn)} ({atMaturity.calendarDays} dias)
          </span>
        </Fact>
      </YieldFacts>
      {checking && (
        <Text color="fg.muted">
          Sai da conta <span className="num">{checking.accountNumber}</span>, que fica com{' '}
          <Money cents={(parseDecimal(checking.balance) ?? 0) - amountCents} />. O contrato vem em seguida,
          para assinar com um código.
        </Text>
      )}
      <MoveOutcome
        isUnknown={isUnknown}
        pending={pending}
        refusal={refusal}
        refused="O investimento não foi feito"
        unknown="Não sabemos se o investimento foi feito"
      >
        A resposta do banco não chegou. Tente de novo: o pedido é o mesmo, e o valor sai uma vez só.
      </MoveOutcome>
      <MoveButtons
        isUnknown={isUnknown}
        pending={pending}
        act={`Investir ${formatBrl(amountCents)}`}
        sending="Investindo…"
        onSend={onSend}
        onBack={onBack}
      />
    </Stack>
  );
}

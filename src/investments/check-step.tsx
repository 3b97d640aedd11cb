import { Alert, Button, Flex, Stack, Text } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { forecast } from '#domain/investment/forecast';
import { monthlyRatePercent } from '#domain/investment/yield';
import { formatBrl, parseDecimal } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { accountsAlone, trpc } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { Money } from '../ui/money.tsx';
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
  const sendButton = useFocusBack(pending);
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
      <div role="alert">
        {isUnknown && !pending && <UnknownOutcome />}
        {refusal !== null && !pending && (
          <Alert.Root status="error">
            <Alert.Indicator />
            <Alert.Content>
              <Alert.Title>{isUnknown ? 'Ainda sem resposta' : 'O investimento não foi feito'}</Alert.Title>
              <Alert.Description>{refusal}</Alert.Description>
            </Alert.Content>
          </Alert.Root>
        )}
      </div>
      <Flex gap="3" direction={{ base: 'column-reverse', md: 'row' }}>
        {!isUnknown && (
          <Button variant="outline" onClick={onBack} disabled={pending}>
            <ArrowLeft size={18} aria-hidden />
            Voltar
          </Button>
        )}
        <Button
          ref={sendButton}
          onClick={onSend}
          loading={pending}
          loadingText="Investindo…"
          height="auto"
          minHeight="11"
          paddingBlock="2"
        >
          {isUnknown ? 'Tentar de novo' : `Investir ${formatBrl(amountCents)}`}
        </Button>
      </Flex>
    </Stack>
  );
}

/** No answer is not a no: the same request may be sent again, since its key lets it happen only once. */
function UnknownOutcome() {
  return (
    <Alert.Root status="warning">
      <Alert.Indicator />
      <Alert.Content gap="1">
        <Alert.Title>Não sabemos se o investimento foi feito</Alert.Title>
        <Alert.Description>
          A resposta do banco não chegou. Tente de novo: o pedido é o mesmo, e o valor sai uma vez só.
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

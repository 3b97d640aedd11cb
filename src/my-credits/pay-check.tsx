import { Stack, Text } from '@chakra-ui/react';
import { type PaymentToday, paymentToday } from '#domain/credit/payment-today';
import { formatBrl, parseDecimal } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { useChecking } from '../shared-movement/checking.ts';
import type { WithCover } from '../shared-movement/cover.ts';
import { CoverNote, withCover } from '../shared-movement/cover-note.tsx';
import { MoveConfirm } from '../shared-movement/move-confirm.tsx';
import type { Confirming } from '../shared-movement/use-move.ts';
import { formatDay } from '../ui/date.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { Facts } from '../ui/fact.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { type Chosen, type Instalment, nameOf } from './credits.ts';

type PayCheckProps = Chosen & { move: Confirming };

export function PayCheck({ instalments, coverCents, move }: PayCheckProps) {
  const payment = paymentToday(instalments);
  return (
    <>
      <StepHeading label="Passos do pagamento" step={1} title="Confira antes de pagar" takesFocus />
      <Stack gap="1">
        <Money cents={payment.totalCents} size="hero" exposed />
        <Text textStyle="lg">{subjectOf(instalments)}</Text>
      </Stack>
      <PaymentFacts instalments={instalments} payment={payment} coverCents={coverCents} />
      <Why instalments={instalments} payment={payment} />
      <CoverNote from="checking" coverCents={coverCents} />
      <MoveConfirm
        move={move}
        act={`Pagar ${formatBrl(payment.totalCents)}${withCover({ from: 'checking', coverCents })}`}
        sending="Pagando…"
        align="end"
        leave={
          <LinkButton to="/client/statement" variant="outline">
            Fechar e ver o extrato
          </LinkButton>
        }
        refused="O pagamento não foi feito"
        unknown="Não sabemos se o pagamento foi feito"
      >
        Se preferir, confira antes no extrato.
      </MoveConfirm>
    </>
  );
}

function subjectOf(instalments: readonly Instalment[]): string {
  const [first] = instalments;
  if (!first) return '';
  return instalments.length === 1
    ? `${nameOf(first)}: ${first.credit.purpose}`
    : `${instalments.length} parcelas`;
}

type PaymentProps = { instalments: readonly Instalment[]; payment: PaymentToday };

function PaymentFacts({ instalments, payment, coverCents }: PaymentProps & WithCover) {
  const checking = useChecking();
  const [first] = instalments;
  return (
    <Facts
      of={{
        Vencimento: instalments.length === 1 && first && formatDay(first.dueDate),
        [instalments.length === 1 ? 'Valor da parcela' : 'Valor das parcelas']: (
          <Money cents={payment.faceCents} exposed />
        ),
        'Desconto por antecipar': payment.discountCents > 0 && (
          <Money cents={-payment.discountCents} color="positive.fg" exposed />
        ),
        'Multa e juros por atraso': payment.lateCents > 0 && (
          <Money cents={payment.lateCents} signed color="negative.fg" exposed />
        ),
        'Você paga hoje': <Money cents={payment.totalCents} fontWeight="700" exposed />,
        [`Saldo da conta ${checking?.accountNumber} depois`]: checking && (
          <Money cents={(parseDecimal(checking.balance) ?? 0) + coverCents - payment.totalCents} />
        ),
      }}
    />
  );
}

function Why({ instalments, payment }: PaymentProps) {
  const rates = [...new Set(instalments.map(({ credit }) => formatPercent(credit.interestRate)))].join(' e ');
  if (payment.discountCents === 0 && payment.lateCents === 0) return null;
  return (
    <Disclosure title="Por que esse valor?">
      <Stack gap="2" textStyle="sm">
        {payment.discountCents > 0 && (
          <Text>
            Pagando antes, os juros que ainda não correram saem da conta: cada parcela vale hoje o seu valor
            dividido por (1 + taxa) elevado a dias ÷ 30, sendo {rates} ao mês a taxa do contrato, e os dias os
            que faltam até o vencimento.
          </Text>
        )}
        {payment.lateCents > 0 && (
          <Text>
            Pagando depois do vencimento, somam-se a multa, uma vez, e os juros de mora por dia de atraso,
            pelas taxas do seu contrato.
          </Text>
        )}
      </Stack>
    </Disclosure>
  );
}

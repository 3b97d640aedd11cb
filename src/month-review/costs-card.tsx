import { Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { COST_LABELS, type CostReason } from '#domain/account/cost';
import { CalendarButton } from '../ui/calendar-button.tsx';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import type { Review } from './review.ts';
import { statementOf } from './statement-search.ts';

export function CostsCard({ review, today }: { review: Review; today: string }) {
  const { costs, costsBy } = review;
  const advice: Record<CostReason, ReactNode> = {
    late: <LateAdvice today={today} />,
    tax: (
      <>
        Imposto federal, cobrado uma vez, quando o crédito é liberado. Quanto menor o crédito, e o prazo até
        um ano, menor o imposto. Compare antes em <AdviceLink to="/client/credit">Simular crédito</AdviceLink>
        .
      </>
    ),
    fee: (
      <>
        Veja em que foram cobradas no{' '}
        <AdviceLink to="/client/statement" search={{ ...statementOf(review, true), tipo: 'fee' }}>
          extrato do mês
        </AdviceLink>
        .
      </>
    ),
  };
  return (
    <SectionCard
      title="O que o mês custou"
      description="Multas, juros de atraso, IOF e tarifas. Os juros das parcelas em dia fazem parte delas."
    >
      {costsBy.length === 0 ? (
        <Text fontWeight="600">Nada: nenhuma multa, juro de atraso, IOF ou tarifa.</Text>
      ) : (
        <>
          <Text fontFamily="heading" fontWeight="700" textStyle="2xl" className="num">
            <Money decimal={costs} />
          </Text>
          <Stack as="ul" listStyleType="none" gap="0" margin="0" padding="0" aria-label="Custos por motivo">
            {costsBy.map(({ reason, amount }) => (
              <Stack
                as="li"
                key={reason}
                gap="1"
                paddingBlock="3"
                borderTop="1px solid"
                borderColor="border.muted"
              >
                <Flex justify="space-between" gap="4" fontWeight="600">
                  <span>{COST_LABELS[reason]}</span>
                  <Money decimal={amount} />
                </Flex>
                <Text as="div" color="fg.muted" textStyle="sm">
                  {advice[reason]}
                </Text>
              </Stack>
            ))}
          </Stack>
        </>
      )}
    </SectionCard>
  );
}

function LateAdvice({ today }: { today: string }) {
  return (
    <Stack gap="3" align="flex-start">
      <span>
        De parcelas pagas depois do vencimento. Com saldo na conta no dia, o débito é automático e nada disto
        é cobrado. Veja as próximas em{' '}
        <AdviceLink to="/client/my-credits" search={{ aba: 'parcelas' }}>
          Parcelas
        </AdviceLink>
        .
      </span>
      <CalendarButton today={today} size="sm" />
    </Stack>
  );
}

type AdviceLinkProps = {
  to: '/client/credit' | '/client/statement' | '/client/my-credits';
  search?: Record<string, string>;
  children: string;
};

function AdviceLink({ to, search, children }: AdviceLinkProps) {
  return (
    <TextLink to={to} search={search} variant="underline" colorPalette="brand" fontWeight="600">
      {children}
    </TextLink>
  );
}

import { Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { COST_LABELS, type CostReason } from '#domain/account/cost';
import type { SearchOf } from '#domain/places';
import { CalendarButton } from '../ui/calendar-button.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { TextLink } from '../ui/links.tsx';
import { monthRows } from '../ui/month-rows.ts';
import { SectionCard } from '../ui/section-card.tsx';
import { FigureRow } from './figure-row.tsx';
import type { Review } from './review.ts';

const CUSTO = { late: 'atraso', tax: 'imposto', fee: 'tarifa' } as const;

export function CostsCard({ review, today }: { review: Review; today: string }) {
  const { month, costs, costsBy } = review;
  const rows = (custo: SearchOf<'/client/statement'>['custo']) =>
    monthRows(month, { sentido: 'saidas', custo });
  const advice: Record<CostReason, ReactNode> = {
    late: <LateAdvice today={today} />,
    tax: (
      <>
        Imposto federal, cobrado uma vez, quando o crédito é liberado. Quanto menor o crédito, e o prazo até
        um ano, menor o imposto. Compare antes em <AdviceLink to="/client/credit">Simular crédito</AdviceLink>
        .
      </>
    ),
    fee: 'Toque no valor para ver em que foram cobradas.',
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
            <FigureLink of="O que o mês custou" decimal={costs} search={rows('todos')} />
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
                <FigureRow name={COST_LABELS[reason]} amount={amount} search={rows(CUSTO[reason])} />
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
  to: '/client/credit' | '/client/my-credits';
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

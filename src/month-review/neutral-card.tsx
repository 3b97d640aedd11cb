import { Stack } from '@chakra-ui/react';
import { NEUTRAL_FLOW_LABELS, type NeutralFlow } from '#domain/ledger/flow';
import { monthRows } from '../ui/month-rows.ts';
import { SectionCard } from '../ui/section-card.tsx';
import { FigureRow } from './figure-row.tsx';
import type { Review } from './review.ts';

const REASONS: Record<NeutralFlow, string> = {
  own: 'O dinheiro continua seu: aplicações, resgates e o que foi para a conta externa ou voltou dela.',
  loan: 'É dinheiro emprestado. As parcelas contam como saída quando são pagas.',
  undone: 'O valor saiu e voltou, ou entrou e foi estornado.',
};

const EFEITO = { own: 'proprias', loan: 'credito', undone: 'devolvidas' } as const;

/** Movements that are in no other figure of the month; renders nothing if there are none. */
export function NeutralCard({ review: { month, neutral } }: { review: Review }) {
  if (neutral.length === 0) return null;
  const title = 'Não conta como entrada nem saída';
  return (
    <SectionCard title={title}>
      <Stack as="ul" listStyleType="none" gap="4" margin="0" padding="0" aria-label={title}>
        {neutral.map(({ flow, amount, count }) => (
          <li key={flow}>
            <FigureRow
              name={NEUTRAL_FLOW_LABELS[flow]}
              amount={amount}
              search={monthRows(month, { efeito: EFEITO[flow] })}
              detail={`${count === 1 ? '1 movimentação' : `${count} movimentações`}. ${REASONS[flow]}`}
            />
          </li>
        ))}
      </Stack>
    </SectionCard>
  );
}

import { Text, VisuallyHidden } from '@chakra-ui/react';
import { changeFrom } from '#domain/account/month-compare';
import { formatMonth } from '../ui/date.ts';
import { FigureCard, FigureCards } from '../ui/figure-cards.tsx';
import { DOTTED, FigureLink } from '../ui/figure-link.tsx';
import { PlainLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { monthRows } from '../ui/month-rows.ts';
import type { Review } from './review.ts';

const FIGURES = {
  income: { label: 'Entrou', rows: { sentido: 'entradas' } },
  expense: { label: 'Saiu', rows: { sentido: 'saidas' } },
  net: { label: 'Resultado', rows: { efeito: 'contam' } },
} as const;

type TotalProps = { figure: keyof typeof FIGURES; review: Review };

export function Totals({ review }: { review: Review }) {
  return (
    <FigureCards>
      <Total figure="income" review={review} />
      <Total figure="expense" review={review} />
      <Total figure="net" review={review} />
    </FigureCards>
  );
}

function Total({ figure, review }: TotalProps) {
  const { label, rows } = FIGURES[figure];
  return (
    <FigureCard label={label}>
      <FigureLink
        of={label}
        decimal={review[figure]}
        signed={figure === 'net'}
        search={monthRows(review.month, rows)}
      />
      <Compared figure={figure} review={review} />
    </FigureCard>
  );
}

/**
 * A running month is compared with a whole one, the first month of a customer with nothing. The other month opens the movements
 * of the figure that this one is compared with.
 */
function Compared({ figure, review: { isOver, previous, ...review } }: TotalProps) {
  if (!previous) return null;
  const { label, rows } = FIGURES[figure];
  const change = changeFrom(previous[figure], review[figure]);
  return (
    <Text
      textStyle="sm"
      color="fg.muted"
      fontFamily="body"
      fontWeight="400"
      letterSpacing="normal"
      marginTop="1"
    >
      {change === null ? (
        'O mesmo que '
      ) : (
        <>
          <Money decimal={change.difference} fontWeight="600" color="fg" />{' '}
          {change.isMore ? 'a mais que ' : 'a menos que '}
        </>
      )}
      {isOver && 'em '}
      <PlainLink
        to="/client/statement"
        search={monthRows(previous.month, rows)}
        display="inline-block"
        position="relative"
        css={DOTTED}
      >
        <VisuallyHidden>Lançamentos de {label} em </VisuallyHidden>
        {formatMonth(previous.month)}
      </PlainLink>
      {!isOver && ' inteiro'}
    </Text>
  );
}

import { Text } from '@chakra-ui/react';
import { changeFrom } from '#domain/account/month-compare';
import { formatMonth } from '../ui/date.ts';
import { FigureCard, FigureCards } from '../ui/figure-cards.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { Money } from '../ui/money.tsx';
import { monthRows } from '../ui/month-rows.ts';
import type { Review } from './review.ts';

export function Totals({ review }: { review: Review }) {
  const { month, income, expense, net } = review;
  return (
    <FigureCards>
      <FigureCard label="Entrou">
        <FigureLink of="Entrou" decimal={income} search={monthRows(month, { sentido: 'entradas' })} />
        <Compared figure="income" review={review} />
      </FigureCard>
      <FigureCard label="Saiu">
        <FigureLink of="Saiu" decimal={expense} search={monthRows(month, { sentido: 'saidas' })} />
        <Compared figure="expense" review={review} />
      </FigureCard>
      <FigureCard label="Resultado">
        <FigureLink of="Resultado" decimal={net} signed search={monthRows(month, { efeito: 'contam' })} />
        <Compared figure="net" review={review} />
      </FigureCard>
    </FigureCards>
  );
}

type ComparedProps = { figure: 'income' | 'expense' | 'net'; review: Review };

/** A running month is compared with a whole one, the first month of a customer with nothing. */
function Compared({ figure, review: { isOver, previous, ...review } }: ComparedProps) {
  if (!previous) return null;
  const change = changeFrom(previous[figure], review[figure]);
  const month = `${isOver ? 'em ' : ''}${formatMonth(previous.month)}${isOver ? '' : ' inteiro'}`;
  return (
    <Text textStyle="sm" color="fg.muted" fontFamily="body" fontWeight="400" marginTop="1">
      {change === null ? (
        `O mesmo que ${month}`
      ) : (
        <>
          <Money decimal={change.difference} fontWeight="600" color="fg" />{' '}
          {change.isMore ? 'a mais' : 'a menos'} que {month}
        </>
      )}
    </Text>
  );
}

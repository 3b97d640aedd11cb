import { Text } from '@chakra-ui/react';
import { changeFrom } from '#domain/account/month-compare';
import { formatMonth } from '../ui/date.ts';
import { FigureCard, FigureCards } from '../ui/figure-cards.tsx';
import { Money } from '../ui/money.tsx';
import type { Review } from './review.ts';

export function Totals({ review }: { review: Review }) {
  const { income, expense, net, previous } = review;
  return (
    <FigureCards>
      <FigureCard label="Entrou">
        <Money decimal={income} />
        <Compared before={previous.income} now={income} review={review} />
      </FigureCard>
      <FigureCard label="Saiu">
        <Money decimal={expense} />
        <Compared before={previous.expense} now={expense} review={review} />
      </FigureCard>
      <FigureCard label="Resultado">
        <Money decimal={net} signed />
        <Compared before={previous.net} now={net} review={review} />
      </FigureCard>
    </FigureCards>
  );
}

/** The current month so far is compared with the whole month before it. */
function Compared({ before, now, review }: { before: string; now: string; review: Review }) {
  const change = changeFrom(before, now);
  const month = `${review.isOver ? 'em ' : ''}${formatMonth(review.previous.month)}${review.isOver ? '' : ' inteiro'}`;
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

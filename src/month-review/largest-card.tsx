import { chakra } from '@chakra-ui/react';
import { dayOf, formatDay } from '../ui/date.ts';
import { PlainLink } from '../ui/links.tsx';
import { Movement } from '../ui/movement.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import type { Review } from './review.ts';

export function LargestCard({ review: { largest } }: { review: Review }) {
  return (
    <SectionCard title="Maiores movimentações">
      <chakra.ul listStyleType="none" margin="0" padding="0" aria-label="Maiores movimentações">
        {largest.map((line) => {
          const day = dayOf(line.createdAt);
          return (
            <chakra.li
              key={line.transactionId}
              borderTop="1px solid"
              borderColor="border.muted"
              _first={{ borderTopWidth: '0' }}
            >
              <PlainLink
                to="/client/statement"
                search={{ de: day, ate: day, movimento: line.transactionId }}
                display="flex"
                alignItems="center"
                gap="3"
                paddingBlock="3"
                paddingInline="2"
                marginInline="-2"
                borderRadius="control"
                _hover={{ bg: 'bg.subtle' }}
              >
                <Movement
                  entry={{
                    ...line,
                    counterparty: line.counterpartyName === null ? null : { name: line.counterpartyName },
                  }}
                  when={<time dateTime={line.createdAt}>{formatDay(day)}</time>}
                />
              </PlainLink>
            </chakra.li>
          );
        })}
      </chakra.ul>
    </SectionCard>
  );
}

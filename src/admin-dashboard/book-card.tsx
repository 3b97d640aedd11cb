import { Box, Flex } from '@chakra-ui/react';
import { linkOptions } from '@tanstack/react-router';
import { ratioOf } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';
import { Money } from '../ui/money.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { STANDING_LOOKS } from '../ui/standing-badge.tsx';
import { counted, percent } from './count.ts';
import { RowLink, RowLinks } from './row-link.tsx';

type Overview = RouterOutputs['admin']['overview'];

export function BookCard({ book, overdue }: Pick<Overview, 'book' | 'overdue'>) {
  return (
    <SectionCard title="Carteira por situação" description="Saldo devedor, com os juros do contrato.">
      <Flex height="3" gap="0.5" borderRadius="pill" overflow="hidden" bg="bg.muted" aria-hidden>
        {book.map(({ standing, outstanding }) => (
          <Box
            key={standing}
            bg={`${STANDING_LOOKS[standing].palette}.solid`}
            flexBasis="0"
            flexGrow={ratioOf(outstanding, overdue.bookAmount)}
          />
        ))}
      </Flex>
      <RowLinks label="Carteira por situação">
        {book.map(({ standing, count, outstanding }) => (
          <RowLink
            key={standing}
            link={linkOptions({ to: '/admin/operations', search: { status: standing } })}
            name={STANDING_LOOKS[standing].label}
            color={`${STANDING_LOOKS[standing].palette}.solid`}
            detail={`${counted(count, 'crédito', 'créditos')} · ${percent(ratioOf(outstanding, overdue.bookAmount))}`}
          >
            <Money decimal={outstanding} />
          </RowLink>
        ))}
      </RowLinks>
    </SectionCard>
  );
}

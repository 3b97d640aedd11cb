import { Box, Flex, Heading } from '@chakra-ui/react';
import { linkOptions } from '@tanstack/react-router';
import { ratioOf } from '#domain/money';
import type { RouterOutputs } from '../trpc.ts';
import { Money } from '../ui/money.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { STANDING_LOOKS } from '../ui/standing-badge.tsx';
import { RowLink, RowLinks } from './row-link.tsx';

type Overview = RouterOutputs['admin']['overview'];

const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 });
const credits = (count: number) => `${count.toLocaleString('pt-BR')} ${count === 1 ? 'crédito' : 'créditos'}`;

const DELAYS = [
  { key: 'over1', delay: 1, name: '1 dia ou mais' },
  { key: 'over30', delay: 30, name: 'Mais de 30 dias' },
  { key: 'over90', delay: 90, name: 'Mais de 90 dias' },
] as const;

/** What is lent, by how it stands, and what of it is late for how long: the whole of a late credit counts. */
export function BookCard({ book, overdue }: Pick<Overview, 'book' | 'overdue'>) {
  return (
    <SectionCard title="Carteira por situação" description="Parcelas a receber, com juros do contrato.">
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
            detail={`${credits(count)} · ${percent.format(ratioOf(outstanding, overdue.bookAmount))}`}
          >
            <Money decimal={outstanding} />
          </RowLink>
        ))}
      </RowLinks>
      <Box>
        <Heading as="h3" size="sm" fontWeight="600" color="fg.muted">
          Em atraso
        </Heading>
        <RowLinks label="Em atraso">
          {DELAYS.map(({ key, delay, name }) => (
            <RowLink
              key={key}
              link={linkOptions({ to: '/admin/operations', search: { atraso: delay } })}
              name={name}
              detail={`${credits(overdue[key].count)} · ${percent.format(ratioOf(overdue[key].amount, overdue.bookAmount))} da carteira`}
            >
              <Money decimal={overdue[key].amount} />
            </RowLink>
          ))}
        </RowLinks>
      </Box>
    </SectionCard>
  );
}

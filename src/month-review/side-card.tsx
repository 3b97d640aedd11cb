import { Box, Heading, Stack, Text } from '@chakra-ui/react';
import { counterpartyKey } from '#domain/account/counterparty';
import { shareOf } from '#domain/account/month-compare';

import { MOVEMENT_KIND_LABELS } from '#domain/ledger/flow';
import { formatPercent } from '#domain/percent';
import type { SearchOf } from '#domain/places';
import { monthRows } from '../ui/month-rows.ts';
import { SectionCard } from '../ui/section-card.tsx';
import { FigureRow } from './figure-row.tsx';
import type { Review } from './review.ts';

type SideCardProps = { review: Review; isDebit: boolean };

const WORDS = {
  out: {
    title: 'Para onde foi o dinheiro',
    nothing: 'Nada saiu neste mês.',
    people: 'Quem mais recebeu de você',
  },
  in: {
    title: 'De onde veio o dinheiro',
    nothing: 'Nada entrou neste mês.',
    people: 'De quem você mais recebeu',
  },
};

export function SideCard({ review, isDebit }: SideCardProps) {
  const { title, nothing, people } = WORDS[isDebit ? 'out' : 'in'];
  const kinds = review.kinds.filter((one) => one.isDebit === isDebit);
  const total = isDebit ? review.expense : review.income;
  const rows = (figure: SearchOf<'/client/statement'>) =>
    monthRows(review.month, { sentido: isDebit ? 'saidas' : 'entradas', ...figure });
  const counterparts = isDebit ? review.paidTo : review.receivedFrom;
  return (
    <SectionCard title={title}>
      {kinds.length === 0 && <Text color="fg.muted">{nothing}</Text>}
      <Stack as="ul" listStyleType="none" gap="4" margin="0" padding="0" aria-label={title}>
        {kinds.map(({ kind, amount, count }) => {
          const share = shareOf(amount, total);
          return (
            <li key={kind}>
              <FigureRow
                name={MOVEMENT_KIND_LABELS[kind]}
                search={rows({ tipo: kind })}
                amount={amount}
                detail={`${times(count)} · ${formatPercent(String(share))}`}
              />
              <Box
                height="2"
                marginTop="1.5"
                borderRadius="pill"
                bg="bg.subtle"
                overflow="hidden"
                aria-hidden
              >
                <Box height="100%" width={`${share}%`} bg={isDebit ? 'chart.out' : 'chart.in'} />
              </Box>
            </li>
          );
        })}
      </Stack>
      {counterparts.length > 0 && (
        <Stack gap="3">
          <Heading as="h3" size="sm" fontWeight="600">
            {people}
          </Heading>
          <Stack as="ul" listStyleType="none" gap="3" margin="0" padding="0" aria-label={people}>
            {counterparts.map(({ name, document, amount, count }) => (
              <li key={`${name} ${document}`}>
                <FigureRow
                  name={name}
                  search={rows({ pessoa: counterpartyKey({ name, document }) })}
                  amount={amount}
                  detail={[document, times(count)].filter(Boolean).join(' · ')}
                />
              </li>
            ))}
          </Stack>
        </Stack>
      )}
    </SectionCard>
  );
}

const times = (count: number): string => (count === 1 ? '1 movimentação' : `${count} movimentações`);

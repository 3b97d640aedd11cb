import { Box, chakra, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import type { LinkProps } from '@tanstack/react-router';
import { shareOf } from '#domain/account/month-compare';
import { MOVEMENT_KIND_LABELS } from '#domain/ledger/flow';
import { formatPercent } from '#domain/percent';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import type { Review } from './review.ts';
import { statementOf } from './statement-search.ts';

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
  const counterparts = isDebit ? review.paidTo : review.receivedFrom;
  return (
    <SectionCard title={title}>
      {kinds.length === 0 && <Text color="fg.muted">{nothing}</Text>}
      <Stack as="ul" listStyleType="none" gap="4" margin="0" padding="0" aria-label={title}>
        {kinds.map(({ kind, amount, count }) => {
          const share = shareOf(amount, total);
          return (
            <li key={kind}>
              <Row
                name={MOVEMENT_KIND_LABELS[kind]}
                search={{ ...statementOf(review, isDebit), tipo: kind }}
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
                <Row
                  name={name}
                  search={{ ...statementOf(review, isDebit), busca: name }}
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

type RowProps = { name: string; search: LinkProps['search']; amount: string; detail: string };

function Row({ name, search, amount, detail }: RowProps) {
  return (
    <Flex justify="space-between" gap="4" align="baseline">
      <Box minWidth="0" overflowWrap="anywhere">
        <TextLink
          to="/client/statement"
          search={search}
          variant="underline"
          colorPalette="brand"
          fontWeight="600"
        >
          {name}
        </TextLink>
        <Text className="num" color="fg.muted" textStyle="sm">
          {detail}
        </Text>
      </Box>
      <chakra.span flexShrink="0">
        <Money decimal={amount} fontWeight="600" />
      </chakra.span>
    </Flex>
  );
}

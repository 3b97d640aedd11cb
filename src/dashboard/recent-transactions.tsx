import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import type { RouterOutputs } from '../trpc.ts';
import { formatMoment, formatRelativeDay } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched, type Query } from '../ui/fetched.tsx';
import { Money } from '../ui/money.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { CardLink } from './figure-cards.tsx';
import { Panel } from './panel.tsx';

/** Transactions that the dashboard lists (section 9). */
export const RECENT_COUNT = 5;

type Page = RouterOutputs['account']['ledger'];

/** The latest movements; for somebody new, how the first one comes about. */
export function RecentTransactions({ page, today }: { page: Query<Page>; today: string }) {
  return (
    <Panel
      title="Transações recentes"
      kind="list"
      action={
        <Flex columnGap="5" wrap="wrap">
          <CardLink to="/client/statement">Ver extrato</CardLink>
          <CardLink to="/client/transfers">Transferências</CardLink>
        </Flex>
      }
    >
      <Fetched
        query={page}
        failure="Não foi possível carregar as transações"
        skeleton={<RowsSkeleton rows={RECENT_COUNT} label="Carregando transações…" />}
      >
        {({ entries }) =>
          entries.length === 0 ? (
            <NothingYet />
          ) : (
            <chakra.ul listStyleType="none">
              {entries.map((entry) => (
                <EntryRow key={entry.id} entry={entry} today={today} />
              ))}
            </chakra.ul>
          )
        }
      </Fetched>
    </Panel>
  );
}

function NothingYet() {
  return (
    <EmptyState
      level="h3"
      title="Sua conta está pronta"
      description="Receba o primeiro valor: mostre um QR Code ou envie o link da sua cobrança a quem vai pagar."
      action={
        <Button asChild>
          <Link to="/client/transfers" search={{ aba: 'receber' }}>
            Receber dinheiro
          </Link>
        </Button>
      }
    />
  );
}

function EntryRow({ entry, today }: { entry: Page['entries'][number]; today: string }) {
  const DirectionIcon = entry.isDebit ? ArrowUpRight : ArrowDownLeft;
  const facts = [TRANSACTION_LABELS[entry.type], entry.counterparty?.name].filter(Boolean).join(' · ');
  return (
    <Flex
      as="li"
      align="center"
      gap="3"
      paddingBlock="3"
      borderTop="1px solid"
      borderColor="border.muted"
      _first={{ borderTopWidth: '0' }}
    >
      <Flex
        boxSize="10"
        flexShrink={0}
        align="center"
        justify="center"
        borderRadius="full"
        bg={entry.isDebit ? 'bg.subtle' : 'brand.subtle'}
        color={entry.isDebit ? 'fg.muted' : 'brand.fg'}
      >
        <DirectionIcon size={20} role="img" aria-label={entry.isDebit ? 'Saída' : 'Entrada'} />
      </Flex>
      <Box flex="1" minWidth="0">
        <Text fontWeight="600" truncate title={entry.description}>
          {entry.description}
        </Text>
        <Text color="fg.muted" textStyle="sm" truncate title={facts}>
          {facts}
        </Text>
      </Box>
      <Box textAlign="end" flexShrink={0}>
        <Money
          decimal={entry.isDebit ? `-${entry.amount}` : entry.amount}
          signed
          fontWeight="600"
          color={entry.isDebit ? 'fg' : 'brand.fg'}
        />
        <Text color="fg.muted" textStyle="sm" className="num">
          <time dateTime={entry.createdAt} title={formatMoment(entry.createdAt)}>
            {formatRelativeDay(entry.createdAt, today)}
          </time>
        </Text>
      </Box>
    </Flex>
  );
}

import { chakra, Flex } from '@chakra-ui/react';
import type { RouterOutputs } from '../trpc.ts';
import { formatMoment, formatRelativeDay } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched, type Query } from '../ui/fetched.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Movement } from '../ui/movement.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { CardLink } from './figure-cards.tsx';
import { Panel } from './panel.tsx';

export const RECENT_COUNT = 5;

type Page = RouterOutputs['account']['ledger'];

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
        <LinkButton to="/client/transfers" search={{ aba: 'receber' }}>
          Receber dinheiro
        </LinkButton>
      }
    />
  );
}

function EntryRow({ entry, today }: { entry: Page['entries'][number]; today: string }) {
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
      <Movement
        entry={entry}
        when={
          <time dateTime={entry.createdAt} title={formatMoment(entry.createdAt)}>
            {formatRelativeDay(entry.createdAt, today)}
          </time>
        }
      />
    </Flex>
  );
}

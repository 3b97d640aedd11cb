import { Box, chakra, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { type RouterOutputs, trpc, trpcClient } from '../trpc.ts';
import { formatMoment, formatRelativeDay, formatTime } from '../ui/date.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { Money } from '../ui/money.tsx';
import { MorePages } from '../ui/more-pages.tsx';
import { Movement } from '../ui/movement.tsx';
import { part } from '../ui/part.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';

const EntryReceipt = part('EntryReceipt', () => import('../shared-movement/entry-receipt.tsx'), {
  loading: <Skeleton height="11" borderRadius="control" />,
});

type Entry = RouterOutputs['account']['ledger']['entries'][number];

const PAGE_ENTRIES = 20;

export function StatementDialog({ onClose }: { onClose: () => void }) {
  const today = trpc.auth.me.useQuery().data?.today ?? '';
  const query = useInfiniteQuery({
    // tRPC's key prefix, so that invalidating `account.ledger` includes it.
    queryKey: [['account', 'ledger'], { input: { account: 'external' }, type: 'infinite' }],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      trpcClient.account.ledger.query(
        { account: 'external', limit: PAGE_ENTRIES, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: 'always',
  });
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <DialogFrame title="Extrato da conta externa" onClose={onClose} size="xl" fromTop>
      <Fetched
        query={{ ...query, data: entries }}
        failure="Não foi possível carregar o extrato"
        skeleton={<RowsSkeleton rows={6} label="Carregando extrato…" />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              level="h3"
              title="Nada por aqui ainda"
              description="PIX recebidos e enviados, e o que você mover entre as contas, aparecem aqui."
            />
          ) : (
            <chakra.ul listStyleType="none" aria-label="Lançamentos">
              {list.map((entry) => (
                <Row key={entry.id} entry={entry} today={today} />
              ))}
            </chakra.ul>
          )
        }
      </Fetched>
      {entries && entries.length > 0 && (
        <Stack align="center" gap="2">
          <MorePages query={query} />
          {!query.hasNextPage && (
            <Text color="fg.muted" textStyle="sm">
              Isso é tudo.
            </Text>
          )}
        </Stack>
      )}
    </DialogFrame>
  );
}

function Row({ entry, today }: { entry: Entry; today: string }) {
  const [open, setOpen] = useState(false);
  const when = (
    <time dateTime={entry.createdAt} title={formatMoment(entry.createdAt)}>
      {formatRelativeDay(entry.createdAt, today)}, {formatTime(entry.createdAt)}
    </time>
  );
  const balance = (
    <span>
      Saldo <Money decimal={entry.balanceAfter} />
    </span>
  );
  return (
    <chakra.li borderTop="1px solid" borderColor="border.muted" _first={{ borderTopWidth: '0' }}>
      <chakra.details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <chakra.summary
          display="flex"
          flexWrap={{ base: 'wrap', md: 'nowrap' }}
          alignItems="center"
          columnGap="3"
          rowGap="1"
          paddingBlock="3"
          cursor="pointer"
          borderRadius="control"
          css={{
            listStyle: 'none',
            '&::-webkit-details-marker': { display: 'none' },
            'details[open] > & .lucide-chevron-down': { transform: 'rotate(180deg)' },
          }}
        >
          <Movement
            entry={entry}
            when={
              <Stack as="span" hideBelow="md" gap="0">
                {when}
                {balance}
              </Stack>
            }
          />
          <Flex
            as="span"
            className="num"
            hideFrom="md"
            flexBasis="100%"
            justify="space-between"
            wrap="wrap"
            columnGap="3"
            color="fg.muted"
            textStyle="sm"
          >
            {when}
            <Flex as="span" gap="1.5" align="center">
              {balance}
              <ChevronDown size={16} aria-hidden />
            </Flex>
          </Flex>
          <Box as="span" hideBelow="md" color="fg.muted">
            <ChevronDown size={18} aria-hidden />
          </Box>
        </chakra.summary>
        <Box paddingBottom="4" paddingStart={{ md: '3.25rem' }}>
          {open && <EntryReceipt entry={entry} />}
        </Box>
      </chakra.details>
    </chakra.li>
  );
}

import { Button, chakra, Stack, Text } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { trpc, trpcClient } from '../trpc.ts';
import { formatMoment, formatRelativeDay, formatTime } from '../ui/date.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { Money } from '../ui/money.tsx';
import { Movement } from '../ui/movement.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';

/** Entries fetched at a time. */
const PAGE_ENTRIES = 20;

/** What went through the external account, newest first, page by page. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const today = trpc.auth.me.useQuery().data?.today ?? '';
  const query = useInfiniteQuery({
    // As tRPC's own, so that whatever makes the ledger old makes this old too.
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
                <chakra.li
                  key={entry.id}
                  display="flex"
                  alignItems="center"
                  gap="3"
                  paddingBlock="3"
                  borderTop="1px solid"
                  borderColor="border.muted"
                  _first={{ borderTopWidth: '0' }}
                >
                  <Movement
                    entry={entry}
                    when={
                      <>
                        <time dateTime={entry.createdAt} title={formatMoment(entry.createdAt)}>
                          {formatRelativeDay(entry.createdAt, today)}, {formatTime(entry.createdAt)}
                        </time>
                        <chakra.span display="block">
                          Saldo <Money decimal={entry.balanceAfter} />
                        </chakra.span>
                      </>
                    }
                  />
                </chakra.li>
              ))}
            </chakra.ul>
          )
        }
      </Fetched>
      {query.isFetchNextPageError && (
        <ErrorState
          title="Não foi possível carregar mais"
          error={query.error}
          onRetry={() => void query.fetchNextPage()}
        />
      )}
      {entries && entries.length > 0 && (
        <Stack align="center" gap="2">
          {query.hasNextPage ? (
            <Button
              variant="outline"
              loading={query.isFetchingNextPage}
              loadingText="Carregando…"
              onClick={() => void query.fetchNextPage()}
            >
              Carregar mais
            </Button>
          ) : (
            <Text color="fg.muted" textStyle="sm">
              Isso é tudo.
            </Text>
          )}
        </Stack>
      )}
    </DialogFrame>
  );
}

import { Box } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { trpc } from '../trpc.ts';
import { CalendarButton } from '../ui/calendar-button.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { OldNotice } from '../ui/old-notice.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { usePlace } from '../ui/place.ts';
import { ScreenTabs } from '../ui/screen-tabs.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { PAGED } from '../ui/use-list.ts';
import { instalmentsOf, isGranted, isPayable, isUndecided, payableOf } from './credits.ts';
import type { Paying } from './instalment-table.tsx';
import { OperationList } from './operation-list.tsx';
import { WaitingList } from './waiting-list.tsx';

const InstalmentTable = part('InstalmentTable', () => import('./instalment-table.tsx'), {
  loading: <RowsSkeleton rows={6} label="Carregando parcelas…" />,
});
const PayDialog = part('PayDialog', () => import('./pay-dialog.tsx'));

/** Payments, signatures and the daily run change the data, so opening the screen refetches. */
const FRESH = { refetchOnMount: 'always' } as const;

/** Loads every page, since an old credit may still be running. */
function useAllProposals() {
  const list = trpc.credit.proposals.list.useInfiniteQuery({}, { ...PAGED, ...FRESH });
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return { ...list, data: hasNextPage ? undefined : list.data?.pages.flatMap(({ proposals }) => proposals) };
}

export function MyCreditsPage() {
  const { aba: tab = 'operacoes' } = usePlace('/client/my-credits');
  const navigate = useNavigate({ from: '/client/my-credits' });
  const list = useAllProposals();
  const schedules = trpc.credit.schedules.useQuery({}, FRESH);
  const contracts = trpc.contract.list.useQuery(undefined, FRESH);
  const today = trpc.auth.me.useQuery().data?.today;
  const [paying, setPaying] = useState<Paying | null>(null);

  const proposals = list.data;
  const granted = proposals?.filter(isGranted);
  const undecided = proposals?.filter(isUndecided);
  const instalments =
    proposals && schedules.data ? instalmentsOf(proposals, schedules.data.schedules) : undefined;
  const both = {
    data: instalments,
    error: list.error ?? schedules.error,
    isFetching: list.isFetching || schedules.isFetching,
    refetch: () => [list, schedules].forEach((query) => void query.refetch()),
  };

  return (
    <>
      <PageHeader
        title="Meus Créditos"
        subtitle="Seus créditos, o que falta pagar e quanto você economiza ao antecipar."
        refresh={{ refreshing: both.isFetching, onRefresh: both.refetch }}
        actions={today && instalments?.some(isPayable) && <CalendarButton today={today} />}
      />
      <Box marginBottom="4" _empty={{ display: 'none' }}>
        <OldNotice queries={[list, schedules]} />
      </Box>
      <ScreenTabs
        open={tab}
        onOpen={(aba) => void navigate({ search: { aba }, resetScroll: false })}
        tabs={{
          operacoes: {
            label: `Operações ativas${granted ? ` (${granted.length})` : ''}`,
            panel: (
              <Fetched
                query={{ ...both, data: contracts.isPending ? undefined : instalments }}
                failure="Não foi possível carregar seus créditos"
                skeleton={<RowsSkeleton rows={6} label="Carregando créditos…" />}
              >
                {(all) => (
                  <OperationList
                    credits={granted ?? []}
                    instalments={all}
                    contracts={contracts.data}
                    onPay={setPaying}
                  />
                )}
              </Fetched>
            ),
          },
          analise: {
            label: `Em análise${undecided ? ` (${undecided.length})` : ''}`,
            panel: (
              <Fetched
                query={{ ...list, data: undecided }}
                failure="Não foi possível carregar suas propostas"
                skeleton={<RowsSkeleton rows={3} label="Carregando propostas…" />}
              >
                {(waiting) => <WaitingList proposals={waiting} />}
              </Fetched>
            ),
          },
          parcelas: { label: 'Parcelas', panel: <InstalmentTable query={both} onPay={setPaying} /> },
        }}
      />
      {paying && instalments && (
        <PayDialog
          payable={payableOf(instalments).filter(({ id }) => paying.among.includes(id))}
          chosen={paying.chosen}
          isChosen={paying.isChosen}
          onClose={() => setPaying(null)}
        />
      )}
    </>
  );
}

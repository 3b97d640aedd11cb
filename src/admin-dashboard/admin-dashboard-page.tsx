import { Grid, Skeleton, Stack, Text } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BACKGROUND_QUERY, type RouterOutputs, trpc } from '../trpc.ts';
import { formatTime } from '../ui/date.ts';
import { Fetched } from '../ui/fetched.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { usePlace } from '../ui/place.ts';
import { Loading } from '../ui/skeletons.tsx';
import { WhatBalancesCount } from '../ui/what-balances-count.tsx';
import { AheadCard } from './ahead-card.tsx';
import { BookCard } from './book-card.tsx';
import { Figures, FiguresSkeleton } from './figures.tsx';
import { FlowCard } from './flow-card.tsx';
import { Needs } from './needs.tsx';
import { OverdueCard } from './overdue-card.tsx';
import { PeriodSwitch } from './period-switch.tsx';
import { RecentActivity } from './recent-activity.tsx';

const AheadDialog = part('AheadDialog', () => import('./ahead-dialog.tsx'));

/** Polls while visible. Polling does not count as use of the session, which would otherwise never expire. */
const LIVE = { refetchInterval: 45_000, refetchOnMount: 'always', ...BACKGROUND_QUERY } as const;

export function AdminDashboardPage() {
  const { dias: days = 30, lista } = usePlace('/admin/dashboard');
  const navigate = useNavigate({ from: '/admin/dashboard' });
  const dashboard = trpc.admin.dashboard.useQuery(undefined, LIVE);
  const overview = trpc.admin.overview.useQuery({ days }, { ...LIVE, placeholderData: keepPreviousData });
  const isFetching = dashboard.isFetching || overview.isFetching;
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={<Subtitle at={overview.data?.at} isOld={overview.isError || dashboard.isError} />}
        refresh={{
          refreshing: isFetching,
          onRefresh: () => {
            void dashboard.refetch();
            void overview.refetch();
          },
        }}
        actions={<PeriodSwitch chosen={days} />}
      />
      <Stack gap="6">
        {overview.data && <Needs needs={overview.data.needs} at={overview.data.at} />}
        <Fetched
          query={dashboard}
          failure="Não foi possível carregar os números do banco"
          skeleton={<FiguresSkeleton />}
        >
          {({ figures, externalBalance }) => (
            <Stack gap="2">
              <Figures figures={figures} />
              <WhatBalancesCount>
                <Text>
                  Nas contas externas dos clientes há <Money decimal={externalBalance} />.
                </Text>
              </WhatBalancesCount>
            </Stack>
          )}
        </Fetched>
        <Fetched
          query={overview}
          failure="Não foi possível carregar o movimento do banco"
          skeleton={<CardsSkeleton />}
        >
          {(data) => <Cards overview={data} isStale={overview.isPlaceholderData} />}
        </Fetched>
        {dashboard.data && <RecentActivity rows={dashboard.data.recent} />}
      </Stack>
      {lista === 'vencimentos' && (
        <AheadDialog
          days={days}
          onClose={() => void navigate({ search: { dias: days }, replace: true, resetScroll: false })}
        />
      )}
    </>
  );
}

function Subtitle({ at, isOld }: { at: string | undefined; isOld: boolean }) {
  if (at === undefined) return 'Visão geral do banco';
  return (
    <>
      Visão geral do banco ·{' '}
      <Text as="span" className="num" color={isOld ? 'fg.warning' : undefined}>
        {isOld ? 'Sem atualização desde' : 'Atualizado às'} {formatTime(at)}
      </Text>
    </>
  );
}

type CardsProps = { overview: RouterOutputs['admin']['overview']; isStale: boolean };

function Cards({ overview, isStale }: CardsProps) {
  return (
    <Stack gap="6" aria-busy={isStale} opacity={isStale ? 0.6 : undefined}>
      <FlowCard flow={overview.flow} total={overview.flowTotal} today={overview.today} days={overview.days} />
      <Grid gap="6" templateColumns={{ base: '1fr', lg: '1fr 1fr' }}>
        <BookCard book={overview.book} overdue={overview.overdue} />
        <OverdueCard overdue={overview.overdue} />
      </Grid>
      <AheadCard overview={overview} />
    </Stack>
  );
}

function CardsSkeleton() {
  return (
    <Loading label="Carregando o movimento do banco…">
      <Stack gap="6">
        <Skeleton height="28rem" borderRadius="card" />
        <Grid gap="6" templateColumns={{ base: '1fr', lg: '1fr 1fr' }}>
          <Skeleton height="23rem" borderRadius="card" />
          <Skeleton height="23rem" borderRadius="card" />
        </Grid>
        <Skeleton height="15rem" borderRadius="card" />
      </Stack>
    </Loading>
  );
}

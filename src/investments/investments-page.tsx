import { Button, Skeleton, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { CalendarButton } from '../ui/calendar-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { FigureCardsSkeleton } from '../ui/figure-cards.tsx';
import { OldNotice } from '../ui/old-notice.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { Section } from '../ui/section.tsx';
import { Loading, RowsSkeleton } from '../ui/skeletons.tsx';
import { PositionList } from './position-list.tsx';
import type { Investment } from './shapes.ts';
import { Summary } from './summary.tsx';

/** Lazy: forms and yield computation are as large as the rest of the screen. */
const Shelf = part('Shelf', () => import('./shelf.tsx'), { loading: <ShelfSkeleton /> });
const RedeemDialog = part('RedeemDialog', () => import('./redeem-dialog.tsx'));

/** Time and the daily run change the data, so opening the screen refetches. */
const FRESH = { refetchOnMount: 'always' } as const;

export function InvestmentsPage() {
  const me = trpc.auth.me.useQuery();
  const list = trpc.investment.list.useQuery({}, FRESH);
  const products = trpc.investment.products.list.useQuery(undefined, FRESH);
  const [redeeming, setRedeeming] = useState<Investment | null>(null);
  const today = me.data?.today;

  return (
    <>
      <PageHeader
        title="Investimentos"
        subtitle="Rendimento e imposto à vista antes de aplicar, e resgate quando você precisar."
        refresh={{
          refreshing: list.isFetching || products.isFetching,
          onRefresh: () => [list, products].forEach((query) => void query.refetch()),
        }}
        actions={
          today &&
          list.data?.investments.some(({ status }) => status === 'active') && <CalendarButton today={today} />
        }
      />
      <Stack gap={{ base: '8', md: '10' }}>
        <OldNotice queries={[list, products]} />
        <Fetched
          query={list}
          failure="Não foi possível carregar seus investimentos"
          skeleton={
            <Stack gap="6">
              <FigureCardsSkeleton label="Carregando o resumo…" />
              <RowsSkeleton rows={3} label="Carregando investimentos…" />
            </Stack>
          }
        >
          {(page) => (
            <>
              <Summary page={page} />
              {today && <Running page={page} today={today} onRedeem={setRedeeming} />}
            </>
          )}
        </Fetched>
        <Fetched
          query={products}
          failure="Não foi possível carregar os produtos"
          skeleton={<ShelfSkeleton />}
        >
          {(shelf) =>
            shelf.length === 0 ? (
              <EmptyState
                title="Nenhum produto disponível agora"
                description="Assim que houver um produto novo, ele aparece aqui."
              />
            ) : (
              today && <Shelf products={shelf} today={today} />
            )
          }
        </Fetched>
        {list.data && today && <Ended page={list.data} today={today} onRedeem={setRedeeming} />}
      </Stack>
      {redeeming && today && (
        <RedeemDialog investment={redeeming} today={today} onClose={() => setRedeeming(null)} />
      )}
    </>
  );
}

function ShelfSkeleton() {
  return (
    <Loading label="Carregando produtos…">
      <Skeleton height="96" borderRadius="card" />
    </Loading>
  );
}

type OwnInvestmentsProps = {
  page: RouterOutputs['investment']['list'];
  today: string;
  onRedeem: (investment: Investment) => void;
};

function Running({ page: { investments }, today, onRedeem }: OwnInvestmentsProps) {
  const running = investments.filter(({ status }) => status === 'active');
  return (
    <Section title="Meus investimentos">
      {running.length > 0 ? (
        <PositionList label="Em andamento" investments={running} today={today} onRedeem={onRedeem} />
      ) : (
        <EmptyState
          level="h3"
          title={investments.length > 0 ? 'Nenhum investimento em andamento' : 'Você ainda não investiu'}
          description="Escolha um produto abaixo e veja quanto rende antes de aplicar."
          action={
            <Button asChild>
              <a href="#nova-aplicacao">Fazer uma aplicação</a>
            </Button>
          }
        />
      )}
    </Section>
  );
}

function Ended({ page: { investments }, today, onRedeem }: OwnInvestmentsProps) {
  const ended = investments.filter(({ status }) => status !== 'active');
  if (ended.length === 0) return null;
  return (
    <Section title="Encerrados">
      <PositionList label="Encerrados" investments={ended} today={today} onRedeem={onRedeem} />
    </Section>
  );
}

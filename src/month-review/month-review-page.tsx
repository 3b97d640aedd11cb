import { Grid, Stack } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { FileDown } from 'lucide-react';
import { accountsOnly, trpc } from '../trpc.ts';
import { dayOf, formatMonth } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page.tsx';
import { BalanceCard } from './balance-card.tsx';
import { CostsCard } from './costs-card.tsx';
import { LargestCard } from './largest-card.tsx';
import { MonthSwitch } from './month-switch.tsx';
import { NeutralCard } from './neutral-card.tsx';
import type { Review } from './review.ts';
import { ReviewSkeleton } from './review-skeleton.tsx';
import { monthOf } from './search.ts';
import { SideCard } from './side-card.tsx';
import { Totals } from './totals.tsx';

export function MonthReviewPage() {
  const search = useSearch({ from: '/client/month-review' });
  const today = trpc.auth.me.useQuery().data?.today;
  const accounts = trpc.account.list.useQuery(undefined, accountsOnly);
  const month = today && monthOf(search, today);
  const review = trpc.account.monthReview.useQuery(
    { month },
    // Money also moves elsewhere, so opening the screen refetches.
    { enabled: month !== undefined, refetchOnMount: 'always', placeholderData: keepPreviousData },
  );
  const since = accounts.data?.map(({ createdAt }) => dayOf(createdAt)).sort()[0];
  // If a month fails to load, the previous one must not be shown in its place.
  const shown = review.isError && review.data?.month !== month ? { ...review, data: undefined } : review;
  return (
    <>
      <PageHeader
        title="Raio-X do mês"
        subtitle="O que entrou, o que saiu e o que o mês custou."
        actions={
          today &&
          month && (
            <>
              <MonthSwitch month={month} today={today} since={since} />
              <FileButton
                path={`/api/accounts/month-review/pdf?month=${month}`}
                fileName={`raio-x-${month}.pdf`}
                failure="Não foi possível baixar o PDF"
                saved={{ title: 'PDF baixado', description: `Raio-X de ${formatMonth(month)}.` }}
              >
                <FileDown size={18} aria-hidden />
                Baixar PDF
              </FileButton>
            </>
          )
        }
      />
      <Fetched
        query={shown}
        failure="Não foi possível carregar o mês"
        skeleton={<ReviewSkeleton month={month} />}
      >
        {(data) => (
          <Stack gap="6" aria-busy={review.isPlaceholderData} opacity={review.isPlaceholderData ? 0.6 : 1}>
            {data.kinds.length === 0 && data.neutral.length === 0 ? (
              <NoMovement review={data} />
            ) : (
              <Cards review={data} today={today ?? ''} />
            )}
          </Stack>
        )}
      </Fetched>
    </>
  );
}

function Cards({ review, today }: { review: Review; today: string }) {
  return (
    <>
      <Totals review={review} />
      <BalanceCard review={review} />
      <Grid gap="6" templateColumns={{ base: 'minmax(0, 1fr)', lg: '1fr 1fr' }} alignItems="start">
        <Stack gap="6" minWidth="0">
          <SideCard review={review} isDebit />
          <CostsCard review={review} today={today} />
        </Stack>
        <Stack gap="6" minWidth="0">
          <SideCard review={review} isDebit={false} />
          {review.largest.length > 0 && <LargestCard review={review} />}
          <NeutralCard review={review} />
        </Stack>
      </Grid>
    </>
  );
}

function NoMovement({ review: { month, isOver, closing } }: { review: Review }) {
  return (
    <EmptyState
      title={`Nenhuma movimentação em ${formatMonth(month)}`}
      description={
        <>
          {isOver ? 'O saldo terminou o mês como começou: ' : 'O saldo continua como começou o mês: '}
          <Money decimal={closing} />.
        </>
      }
      action={
        isOver ? (
          <LinkButton to="/client/month-review" search={{}} replace variant="outline">
            Ver o mês atual
          </LinkButton>
        ) : (
          <LinkButton to="/client/transfers" search={{ aba: 'receber' }}>
            Receber dinheiro
          </LinkButton>
        )
      }
    />
  );
}

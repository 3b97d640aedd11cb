import { Box, Grid, Span, Stack } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { accountsOnly, type RouterOutputs, trpc } from '../trpc.ts';
import { formatTime } from '../ui/date.ts';
import { OldNotice } from '../ui/old-notice.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { ActivationCard, ActivationCover } from './activation-overlay.tsx';
import { BalanceHero } from './balance-hero.tsx';
import { CreditAlerts } from './credit-alerts.tsx';
import { ExternalBalance } from './external-balance.tsx';
import { CreditsCard, MonthlyBalanceCard, RatingCard } from './figure-cards.tsx';
import { hasMovement, MonthCard } from './month-card.tsx';
import { NextInstalments } from './next-instalments.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RECENT_COUNT, RecentTransactions } from './recent-transactions.tsx';
import { useActivation } from './use-activation.ts';

const PasskeyOffer = part('PasskeyOffer', () => import('./passkey-offer.tsx'), { isOptional: true });

type User = RouterOutputs['auth']['me']['user'];

/** First name of a person, full name of a company. */
function callingName({ fullName, cnpj }: User): string {
  return cnpj === null ? (fullName.split(' ')[0] ?? fullName) : fullName.replace(/\.$/, '');
}

export function DashboardPage() {
  const me = trpc.auth.me.useQuery();
  const accounts = trpc.account.list.useQuery(undefined, accountsOnly);
  const month = trpc.account.monthSummary.useQuery({});
  const recent = trpc.account.ledger.useQuery({
    account: 'all',
    view: 'movements',
    limit: RECENT_COUNT,
  });
  const credit = trpc.credit.summary.useQuery(undefined, { refetchOnMount: 'always' });
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const activation = useActivation(() => void navigate({ to: '/client/asaas-account' }));
  const user = me.data?.user;
  // While the activation runs, the account already exists.
  const isCovered = user?.asaasSubAccountId === null || activation.openedAtMs !== null;
  const queries = [me, accounts, month, recent, credit];

  const refreshing = queries.some(({ isFetching }) => isFetching);
  // The oldest fetch, so that nothing on the screen is older than the shown time.
  const updatedAt = Math.min(
    ...queries.filter(({ data }) => data !== undefined).map(({ dataUpdatedAt }) => dataUpdatedAt),
  );

  function refresh() {
    for (const query of queries) void query.refetch();
    void utils.pix.balance.invalidate();
  }

  const content = (
    <Stack gap={{ base: '4', md: '6' }}>
      <OldNotice queries={queries} />
      {history.state?.offersPasskey && <PasskeyOffer />}
      <BalanceHero
        accounts={accounts}
        month={month}
        beside={
          user && user.asaasSubAccountId !== null && <ExternalBalance status={user.asaasAccountStatus} />
        }
      >
        <QuickActions />
      </BalanceHero>
      {credit.data && <CreditAlerts summary={credit.data} />}
      <Grid
        templateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(auto-fit, minmax(13rem, 1fr))' }}
        gap={{ base: '4', md: '6' }}
      >
        <MonthlyBalanceCard month={month} />
        <CreditsCard credit={credit} />
        {user && <RatingCard points={user.ratingVb} />}
      </Grid>
      <Grid templateColumns={{ base: '1fr', lg: '3fr 2fr' }} alignItems="start" gap={{ base: '4', md: '6' }}>
        <Box minWidth="0">
          <RecentTransactions page={recent} today={me.data?.today ?? ''} />
        </Box>
        <Stack gap={{ base: '4', md: '6' }} minWidth="0">
          {month.data && hasMovement(month.data) && <MonthCard month={month.data} />}
          <NextInstalments credit={credit} today={me.data?.today ?? ''} />
        </Stack>
      </Grid>
    </Stack>
  );

  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={
          <>
            {me.data && `Olá, ${callingName(me.data.user)}. `}
            <Span className="num" role="status">
              {Number.isFinite(updatedAt) && `Atualizado às ${formatTime(updatedAt)}`}
            </Span>
          </>
        }
        refresh={{ refreshing, onRefresh: refresh }}
      />
      {isCovered && user ? (
        <ActivationCover cover={<ActivationCard user={user} activation={activation} />}>
          {content}
        </ActivationCover>
      ) : (
        content
      )}
    </>
  );
}

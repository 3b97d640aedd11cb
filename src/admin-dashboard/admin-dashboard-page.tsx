import { trpc } from '../trpc.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { PageHeader } from '../ui/page.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { Figures, FiguresSkeleton } from './figures.tsx';
import { RecentActivity } from './recent-activity.tsx';

/** The bank at a glance: six figures and the last rows of the audit log, counted when one asks. */
export function AdminDashboardPage() {
  const dashboard = trpc.admin.dashboard.useQuery();
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle="Visão geral do banco"
        actions={
          <RefreshButton refreshing={dashboard.isFetching} onRefresh={() => void dashboard.refetch()} />
        }
      />
      {dashboard.isError && !dashboard.isFetching && (
        <ErrorState
          title="Não foi possível carregar os números do banco"
          error={dashboard.error}
          onRetry={() => dashboard.refetch()}
        />
      )}
      {dashboard.isLoading && <FiguresSkeleton />}
      {dashboard.data && (
        <>
          <Figures figures={dashboard.data.figures} />
          <RecentActivity rows={dashboard.data.recent} />
        </>
      )}
    </>
  );
}

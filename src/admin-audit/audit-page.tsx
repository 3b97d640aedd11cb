import { Button, Stack } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { trpc } from '../trpc.ts';
import { PageHeader } from '../ui/page.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { Filters } from './filters.tsx';
import { Integrity } from './integrity.tsx';
import { LogList } from './log-list.tsx';
import { type AuditSearch, filtersOf, parseAuditSearch } from './search.ts';

/** Only who opens it needs it. */
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

const PAGE_ROWS = 30;

/** Everything that was done, newest first, as filtered by the address; and whether the log is as it was written. */
export function AuditPage() {
  const search = parseAuditSearch(useSearch({ from: '/admin/audit' }));
  const navigate = useNavigate({ from: '/admin/audit' });
  const filters = filtersOf(search);
  const input = { ...filters, limit: PAGE_ROWS };
  const query = trpc.admin.audit.list.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  const utils = trpc.useUtils();
  const [exporting, setExporting] = useState(false);
  const rows = query.data?.pages.flatMap(({ logs }) => logs);
  const total = query.data?.pages[0]?.totals.count;

  /** Only the first page is fetched anew: what comes after it would be somewhere else by now. */
  function refresh() {
    utils.admin.audit.list.setInfiniteData(
      input,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    void query.refetch();
  }

  // Over what the address will be: two choices in quick succession are both kept.
  const change = (changed: Partial<AuditSearch>) =>
    void navigate({
      search: (current) => parseAuditSearch({ ...current, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const clear = () => void navigate({ search: {}, replace: true, resetScroll: false });

  return (
    <>
      <PageHeader
        title="Auditoria"
        subtitle="Histórico completo de ações no sistema"
        actions={
          <>
            <RefreshButton refreshing={query.isRefetching} onRefresh={refresh} />
            <Button onClick={() => setExporting(true)} aria-haspopup="dialog">
              <Download size={18} aria-hidden />
              Exportar Logs
            </Button>
          </>
        }
      />
      <Stack gap="6">
        <Integrity />
        <Filters
          search={search}
          person={rows?.find(({ userId }) => userId === search.pessoa)?.userName ?? null}
          onChange={change}
          onClear={clear}
        />
        <LogList
          query={query}
          rows={rows}
          total={total}
          isFiltered={Object.keys(search).length > 0}
          onPerson={(pessoa) => change({ pessoa })}
          onClear={clear}
        />
      </Stack>
      <Suspense>
        {exporting && <ExportDialog filters={filters} total={total} onClose={() => setExporting(false)} />}
      </Suspense>
    </>
  );
}

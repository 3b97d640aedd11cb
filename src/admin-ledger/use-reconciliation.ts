import { trpc } from '../trpc.ts';
import { toast } from '../ui/toast.ts';
import { PAGED } from '../ui/use-list.ts';
import { differencesText } from './verdict.tsx';

const PAGE_REPORTS = 8;

/** Every report that was kept, newest first, page by page. */
export const useReports = () =>
  trpc.admin.ledger.reconciliations.list.useInfiniteQuery({ limit: PAGE_REPORTS }, PAGED);

/** The run of every check, which goes on when its dialog is closed. */
export function useReconciliation() {
  const utils = trpc.useUtils();
  const run = trpc.admin.ledger.reconcile.useMutation({
    onSuccess: async (report) => {
      utils.admin.ledger.reconciliations.get.setData({ id: report.id }, report);
      toast({
        title: report.ok ? 'Conciliação concluída' : differencesText(report.differenceCount),
        tone: report.ok ? 'success' : 'error',
      });
      await utils.admin.ledger.reconciliations.list.invalidate();
    },
  });
  return {
    isPending: run.isPending,
    error: run.error,
    report: run.data,
    start: () => {
      if (!run.isPending) run.mutate();
    },
  };
}

export type RunningReconciliation = ReturnType<typeof useReconciliation>;

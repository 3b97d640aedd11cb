import { trpc } from '../trpc.ts';
import { unlessCancelled } from '../ui/server-error.ts';
import { toast } from '../ui/toast.ts';
import { PAGED } from '../ui/use-list.ts';
import { differencesText } from './verdict.tsx';

const PAGE_REPORTS = 8;

export const useReports = () =>
  trpc.admin.ledger.reconciliations.list.useInfiniteQuery({ limit: PAGE_REPORTS }, PAGED);

/** A run of every check; it continues after its dialog closes. `onCancel`: who asked was to prove who they are, and did not. */
export function useReconciliation(onCancel: () => void) {
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
    onError: (error) => {
      if (unlessCancelled(error) === null) onCancel();
    },
  });
  return {
    isPending: run.isPending,
    error: unlessCancelled(run.error),
    report: run.data,
    start: () => {
      if (!run.isPending) run.mutate();
    },
  };
}

export type RunningReconciliation = ReturnType<typeof useReconciliation>;

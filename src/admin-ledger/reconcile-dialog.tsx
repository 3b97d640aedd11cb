import { Box, Button, Spinner, Stack, Text } from '@chakra-ui/react';
import { ArrowLeft, Scale } from 'lucide-react';
import { useRef, useState } from 'react';
import { trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { useNow } from '../ui/use-now.ts';
import { PastReports } from './past-reports.tsx';
import { Report } from './report.tsx';
import type { RunningReconciliation } from './use-reconciliation.ts';

/** What the dialog shows: the run under way and then its report, every report that was kept, or one of them. */
type Shown = { what: 'run' | 'reports' } | { what: 'report'; id: string };

type ReconcileDialogProps = {
  first: 'run' | 'reports';
  reconciliation: RunningReconciliation;
  onOpenTransaction: (id: string) => void;
  onClose: () => void;
};

/** The run under way, its report when it is done, and every report that was kept. */
export function ReconcileDialog({ first, reconciliation, onOpenTransaction, onClose }: ReconcileDialogProps) {
  const { isPending, error, report } = reconciliation;
  const [shown, setShown] = useState<Shown>({ what: first });
  const start = () => {
    reconciliation.start();
    setShown({ what: 'run' });
  };
  const isRun = shown.what === 'run';
  const shownId = shown.what === 'report' ? shown.id : isRun ? report?.id : undefined;

  return (
    <DialogFrame title="Conciliação" size="xl" fromTop onClose={onClose}>
      {/* There before its text, so that the text is read out. */}
      <Box role="status" _empty={{ position: 'absolute' }}>
        {isRun && isPending && <Running />}
      </Box>
      {isRun && error !== null && !isPending && (
        <ErrorState title="Não foi possível conciliar" error={error} onRetry={start} />
      )}
      {shownId !== undefined && (
        <ShownReport id={shownId} onOpenTransaction={onOpenTransaction} onLeave={onClose} />
      )}
      {shown.what === 'reports' && <PastReports onShow={(id) => setShown({ what: 'report', id })} />}
      {!(isRun && isPending) && (
        <DialogButtons>
          {shown.what !== 'reports' && (
            <Button variant="outline" onClick={() => setShown({ what: 'reports' })}>
              <ArrowLeft size={18} aria-hidden />
              Todos os relatórios
            </Button>
          )}
          <Button variant={shown.what === 'reports' ? 'solid' : 'outline'} onClick={start}>
            <Scale size={18} aria-hidden />
            {shown.what === 'reports' ? 'Conciliar agora' : 'Conciliar de novo'}
          </Button>
        </DialogButtons>
      )}
    </DialogFrame>
  );
}

type ShownReportProps = { id: string; onOpenTransaction: (id: string) => void; onLeave: () => void };

function ShownReport({ id, ...ways }: ShownReportProps) {
  const query = trpc.admin.ledger.reconciliations.get.useQuery({ id });
  return (
    <Fetched
      query={query}
      failure="Não foi possível carregar o relatório"
      skeleton={<RowsSkeleton rows={8} label="Carregando relatório…" />}
    >
      {(run) => (
        <Stack gap="4">
          <Text color="fg.muted" className="num">
            {formatMoment(run.createdAt)}, {run.byName ?? 'rotina diária'}
          </Text>
          <Report run={run} {...ways} />
        </Stack>
      )}
    </Fetched>
  );
}

function Running() {
  const startedAtMs = useRef(performance.now());
  const seconds = Math.max(0, Math.floor((useNow() - startedAtMs.current) / 1000));
  return (
    <Stack direction="row" gap="4" align="center" paddingBlock="6">
      <Spinner size="lg" aria-hidden />
      <Stack gap="0">
        <Text fontWeight="600">Conferindo o livro-razão, a auditoria e o provedor…</Text>
        <Text color="fg.muted" className="num" aria-hidden>
          {seconds} s. Você pode fechar esta janela: a conciliação continua.
        </Text>
      </Stack>
    </Stack>
  );
}

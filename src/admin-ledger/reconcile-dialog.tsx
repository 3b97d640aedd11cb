import { Box, Button, Spinner, Stack, Text } from '@chakra-ui/react';
import { ArrowLeft, Scale } from 'lucide-react';
import { useRef } from 'react';
import { trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { useNow } from '../ui/use-now.ts';
import { PastReports } from './past-reports.tsx';
import { Report } from './report.tsx';
import { type RunningReconciliation, useReports } from './use-reconciliation.ts';

type ReconcileDialogProps = {
  /** `run`: the current run, then its report · `ultima`: the latest report · `todas`: the list · else a report's id */
  shown: string;
  reconciliation: RunningReconciliation;
  onShow: (shown: string) => void;
  onOpenTransaction: (id: string, reportId: string) => void;
  onClose: () => void;
};

export function ReconcileDialog({
  shown,
  reconciliation,
  onShow,
  onOpenTransaction,
  onClose,
}: ReconcileDialogProps) {
  const { isPending, error, report, start } = reconciliation;
  const isRun = shown === 'run';
  const isRunning = isRun && isPending;
  const isList = shown === 'todas';
  const handlers = { onOpenTransaction, onLeave: onClose };

  return (
    <DialogFrame title="Conciliação" size="xl" fromTop onClose={onClose}>
      {/* Rendered before it has text, so that screen readers announce the text. */}
      <Box role="status" _empty={{ position: 'absolute' }}>
        {isRunning && <Running />}
      </Box>
      {isRun && error !== null && !isPending && (
        <ErrorState title="Não foi possível conciliar" error={error} onRetry={start} />
      )}
      {isRun && report && <ShownReport id={report.id} {...handlers} />}
      {isList && <PastReports onShow={onShow} />}
      {shown === 'ultima' && <NewestReport {...handlers} onShow={onShow} />}
      {!isRun && !isList && shown !== 'ultima' && <ShownReport id={shown} {...handlers} />}
      {!isRunning && (
        <DialogButtons>
          {!isList && (
            <Button variant="outline" onClick={() => onShow('todas')}>
              <ArrowLeft size={18} aria-hidden />
              Todos os relatórios
            </Button>
          )}
          <Button variant={isList ? 'solid' : 'outline'} onClick={start}>
            <Scale size={18} aria-hidden />
            {isList ? 'Conciliar agora' : 'Conciliar de novo'}
          </Button>
        </DialogButtons>
      )}
    </DialogFrame>
  );
}

type Handlers = Pick<ReconcileDialogProps, 'onOpenTransaction'> & { onLeave: () => void };

function NewestReport({ onShow, ...handlers }: Handlers & { onShow: (shown: string) => void }) {
  const query = useReports();
  return (
    <Fetched
      query={query}
      failure="Não foi possível carregar o relatório"
      skeleton={<RowsSkeleton rows={8} label="Carregando relatório…" />}
    >
      {({ pages }) => {
        const newest = pages[0]?.reconciliations[0];
        return newest ? <ShownReport id={newest.id} {...handlers} /> : <PastReports onShow={onShow} />;
      }}
    </Fetched>
  );
}

function ShownReport({ id, onOpenTransaction, onLeave }: Handlers & { id: string }) {
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
          <Report
            run={run}
            onOpenTransaction={(transaction) => onOpenTransaction(transaction, id)}
            onLeave={onLeave}
          />
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

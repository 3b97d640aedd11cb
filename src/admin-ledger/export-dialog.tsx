import { Alert, Button, Spinner, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { trpc } from '../trpc.ts';
import { countMarks } from '../ui/count-marks.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { formatBytes, useDownload } from '../ui/use-download.ts';
import { exportPath, type LedgerFilters } from './search.ts';

type ExportDialogProps = { filters: LedgerFilters; onClose: () => void };

/** The rows of the file so far: each line but its heading is one. */
function rowCounter(): (piece: Uint8Array) => number {
  const lines = countMarks('\r\n');
  return (piece) => Math.max(0, lines(piece) - 1);
}

/** Exactly what is filtered, as a table; how much of it has come, and a way to give it up. */
export function ExportDialog({ filters, onClose }: ExportDialogProps) {
  const me = trpc.auth.me.useQuery();
  const { state, start, cancel } = useDownload<'csv'>({
    pathOf: () => exportPath(filters),
    nameOf: () => `livro-razao-${me.data?.today}.csv`,
    counterOf: rowCounter,
  });
  const running = state.kind === 'running';
  const isFiltered = Object.keys(filters).length > 0;
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <DialogFrame title="Exportar lançamentos" onClose={close}>
      <Text>
        A planilha (CSV) leva{' '}
        {isFiltered ? 'todos os lançamentos filtrados' : 'todos os lançamentos de clientes'}, do mais novo ao
        mais antigo, e não só os que estão na tela. A exportação fica na auditoria, com os filtros usados.
      </Text>
      {running && (
        <Stack direction="row" align="center" gap="3" className="num" aria-hidden>
          <Spinner size="sm" />
          {state.received === 0
            ? 'Preparando o arquivo…'
            : `${amountText(state.rows)}, ${formatBytes(state.received)} até agora`}
        </Stack>
      )}
      <div role="status">
        {/* Said once: what is counted changes many times a second. */}
        {running && <VisuallyHidden>Preparando o arquivo…</VisuallyHidden>}
        {state.kind === 'done' && (
          <Alert.Root status="success">
            <Alert.Indicator />
            <Alert.Title>
              {state.fileName} baixado: {amountText(state.rows)}, {formatBytes(state.received)}
            </Alert.Title>
          </Alert.Root>
        )}
      </div>
      {state.kind === 'failed' && (
        <ErrorState
          title="Não foi possível exportar os lançamentos"
          error={state.error}
          onRetry={() => void start('csv')}
        />
      )}
      <DialogButtons>
        <Button variant="outline" onClick={running ? cancel : close}>
          {running ? 'Cancelar' : 'Fechar'}
        </Button>
        {state.kind !== 'done' && (
          <Button
            onClick={() => void start('csv')}
            loading={running}
            loadingText="Baixando…"
            disabled={!me.data}
          >
            <Download size={18} aria-hidden />
            Baixar CSV
          </Button>
        )}
      </DialogButtons>
    </DialogFrame>
  );
}

const amountText = (rows: number) =>
  `${rows.toLocaleString('pt-BR')} ${rows === 1 ? 'lançamento' : 'lançamentos'}`;

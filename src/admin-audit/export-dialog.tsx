import { Alert, Button, Progress, Spinner, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { trpc } from '../trpc.ts';
import { countMarks } from '../ui/count-marks.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { formatBytes, useDownload } from '../ui/use-download.ts';
import { type AuditFilters, exportPath } from './search.ts';

type ExportDialogProps = {
  filters: AuditFilters;
  /** How many rows the filters match; the file has one more, its own export, where that matches too. */
  total: number | undefined;
  onClose: () => void;
};

/** The rows of the file so far: each line but its heading is one. */
function rowCounter(): (piece: Uint8Array) => number {
  const lines = countMarks('\r\n');
  return (piece) => Math.max(0, lines(piece) - 1);
}

/** Exactly what is filtered, as a table; how much of it has come, and a way to give it up. */
export function ExportDialog({ filters, total, onClose }: ExportDialogProps) {
  const me = trpc.auth.me.useQuery();
  const { state, start, cancel } = useDownload<'csv'>({
    pathOf: () => exportPath(filters),
    nameOf: () => `auditoria-${me.data?.today}.csv`,
    counterOf: rowCounter,
  });
  const running = state.kind === 'running';
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <DialogFrame title="Exportar logs" onClose={close}>
      <Text>
        A planilha (CSV) leva tudo o que está filtrado
        {total !== undefined && ` (${amountText(total)})`}, com os hashes da corrente. Guarde-a fora desta
        máquina: com ela se prova o que já estava registrado. A própria exportação fica na auditoria.
      </Text>
      {running && (
        <Stack gap="2" aria-hidden>
          {total !== undefined && total > 0 && (
            <Progress.Root value={Math.min(state.rows, total)} max={total} size="sm">
              <Progress.Track>
                <Progress.Range />
              </Progress.Track>
            </Progress.Root>
          )}
          <Stack direction="row" align="center" gap="3" className="num">
            <Spinner size="sm" />
            {state.received === 0
              ? 'Preparando o arquivo…'
              : `${amountText(state.rows)}, ${formatBytes(state.received)} até agora`}
          </Stack>
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
          title="Não foi possível exportar os logs"
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
  `${rows.toLocaleString('pt-BR')} ${rows === 1 ? 'registro' : 'registros'}`;

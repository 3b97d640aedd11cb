import { Button, Text } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { countMarks } from './count-marks.ts';
import { DialogButtons, DialogFrame } from './dialog-frame.tsx';
import { DownloadStanding } from './download-standing.tsx';
import { ErrorState } from './error-state.tsx';
import { countText, type Noun } from './paged-list.tsx';
import { formatBytes, useDownload } from './use-download.ts';

export type CsvExportDialogProps = {
  title: string;
  path: string;
  /** The file's name before the date. */
  name: string;
  /** The bank's date, once known. */
  today: string | undefined;
  noun: Noun;
  failure: string;
  total?: number;
  onClose: () => void;
  children: ReactNode;
};

/** Counts lines without the heading. */
function rowCounter(): (piece: Uint8Array) => number {
  const lines = countMarks('\r\n');
  return (piece) => Math.max(0, lines(piece) - 1);
}

export function CsvExportDialog(props: CsvExportDialogProps) {
  const { title, path, name, today, noun, failure, total, onClose, children } = props;
  const { state, start, cancel } = useDownload<'csv'>({
    pathOf: () => path,
    nameOf: () => `${name}-${today}.csv`,
    counterOf: rowCounter,
  });
  const running = state.kind === 'running';
  const begin = () => void start('csv');
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <DialogFrame title={title} onClose={close}>
      <Text>{children}</Text>
      <DownloadStanding
        state={state}
        total={total}
        amount={({ received, rows }) => `${countText(rows, rows, noun)}, ${formatBytes(received)}`}
      />
      {state.kind === 'failed' && <ErrorState title={failure} error={state.error} onRetry={begin} />}
      <DialogButtons>
        <Button variant="outline" onClick={running ? cancel : close}>
          {running ? 'Cancelar' : 'Fechar'}
        </Button>
        {state.kind !== 'done' && (
          <Button onClick={begin} loading={running} loadingText="Baixando…" disabled={!today}>
            <Download size={18} aria-hidden />
            Baixar CSV
          </Button>
        )}
      </DialogButtons>
    </DialogFrame>
  );
}

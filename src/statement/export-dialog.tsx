import { Button, Stack, Text } from '@chakra-ui/react';
import { FileCode2, FileSpreadsheet, FileText, type LucideIcon } from 'lucide-react';
import type { ExportFormat } from '#domain/account/statement';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { DownloadStanding } from '../ui/download-standing.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { formatBytes, useDownload } from '../ui/use-download.ts';
import { entryCounter } from './entry-counter.ts';
import { exportPath, type Filters } from './search.ts';

const FORMATS: { format: ExportFormat; label: string; hint: string; icon: LucideIcon }[] = [
  {
    format: 'csv',
    label: 'Planilha (CSV)',
    hint: 'Abre no Excel, no LibreOffice e no Google Planilhas',
    icon: FileSpreadsheet,
  },
  {
    format: 'ofx',
    label: 'Programa financeiro (OFX)',
    hint: 'Para importar em controle de finanças ou contabilidade; uma conta por arquivo',
    icon: FileCode2,
  },
  {
    format: 'pdf',
    label: 'Para ler ou imprimir (PDF)',
    hint: 'Até 5.000 movimentações',
    icon: FileText,
  },
];

type ExportDialogProps = {
  filters: Filters;
  summary: string;
  today: string;
  onClose: () => void;
};

export function ExportDialog({ filters, summary, today, onClose }: ExportDialogProps) {
  const { state, start, cancel } = useDownload<ExportFormat>({
    pathOf: (format) => exportPath(filters, format),
    nameOf: (format) => `extrato-${today}.${format}`,
    counterOf: entryCounter,
  });
  const running = state.kind === 'running';
  return (
    <DialogFrame
      title="Exportar extrato"
      isLight={!running}
      fromTop
      onClose={() => {
        cancel();
        onClose();
      }}
    >
      <Text>O arquivo leva tudo o que está filtrado: {summary}.</Text>
      <Stack gap="3">
        {FORMATS.map(({ format, label, hint, icon: FormatIcon }) => (
          <Button
            key={format}
            variant="outline"
            height="auto"
            paddingBlock="3"
            justifyContent="flex-start"
            textAlign="start"
            aria-disabled={running}
            onClick={() => !running && void start(format)}
          >
            <FormatIcon aria-hidden />
            <span>
              {label}
              <Text as="span" display="block" textStyle="sm" fontWeight="400" color="fg.muted">
                {hint}
              </Text>
            </span>
          </Button>
        ))}
      </Stack>
      <DownloadStanding state={state} amount={amountText} />
      {state.kind === 'failed' && (
        <ErrorState
          title="Não foi possível exportar o extrato"
          error={state.error}
          onRetry={() => void start(state.which)}
        />
      )}
      <DialogButtons>
        <Button variant="outline" onClick={running ? cancel : onClose}>
          {running ? 'Cancelar' : 'Fechar'}
        </Button>
      </DialogButtons>
    </DialogFrame>
  );
}

function amountText({ received, rows }: { received: number; rows: number }): string {
  const size = formatBytes(received);
  if (rows === 0) return size;
  return `${rows.toLocaleString('pt-BR')} ${rows === 1 ? 'movimentação' : 'movimentações'}, ${size}`;
}

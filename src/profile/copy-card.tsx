import { Button, Flex } from '@chakra-ui/react';
import { FileJson, FileText } from 'lucide-react';
import { trpc } from '../trpc.ts';
import { DownloadStanding } from '../ui/download-standing.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { formatBytes, useDownload } from '../ui/use-download.ts';

type Format = 'json' | 'pdf';

const PATHS: Record<Format, string> = { json: '/api/auth/my-data', pdf: '/api/auth/my-data/pdf' };

export function CopyCard() {
  const today = trpc.auth.me.useQuery().data?.today ?? '';
  const { state, start, cancel } = useDownload<Format>({
    pathOf: (format) => PATHS[format],
    nameOf: (format) => `meus-dados-${today}.${format}`,
    counterOf: () => () => 0,
  });
  const running = state.kind === 'running';
  return (
    <SectionCard
      title="Baixar meus dados"
      description="Uma cópia de tudo o que o ValeBank mantém sobre você: para outro programa (JSON) ou para ler e imprimir (PDF)."
    >
      <Flex gap="3" wrap="wrap">
        <Button variant="outline" aria-disabled={running} onClick={() => !running && void start('json')}>
          <FileJson size={18} aria-hidden />
          Baixar JSON
        </Button>
        <Button variant="outline" aria-disabled={running} onClick={() => !running && void start('pdf')}>
          <FileText size={18} aria-hidden />
          Baixar PDF
        </Button>
        {running && (
          <Button variant="ghost" onClick={cancel}>
            Cancelar
          </Button>
        )}
      </Flex>
      <DownloadStanding state={state} amount={({ received }) => formatBytes(received)} />
      {state.kind === 'failed' && (
        <ErrorState
          title="Não foi possível baixar os seus dados"
          error={state.error}
          onRetry={() => void start(state.which)}
        />
      )}
    </SectionCard>
  );
}

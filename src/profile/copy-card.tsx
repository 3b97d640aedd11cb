import { Button, Flex, Spinner, Text, VisuallyHidden } from '@chakra-ui/react';
import { FileJson, FileText } from 'lucide-react';
import { trpc } from '../trpc.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
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
      {running && (
        <Flex align="center" gap="3" aria-hidden>
          <Spinner size="sm" />
          <Text as="span" className="num">
            {state.received === 0 ? 'Preparando o arquivo…' : `${formatBytes(state.received)} até agora`}
          </Text>
        </Flex>
      )}
      <div role="status">
        {running && <VisuallyHidden>Preparando o arquivo…</VisuallyHidden>}
        {state.kind === 'done' && (
          <Notice status="success" title={`${state.fileName} baixado: ${formatBytes(state.received)}`} />
        )}
      </div>
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

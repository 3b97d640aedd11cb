import { Badge, Box, Button, Flex } from '@chakra-ui/react';
import { ExternalLink, Send } from 'lucide-react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Facts } from '../ui/fact.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { Notice } from '../ui/notice.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import type { Settings } from './settings.ts';

type Mail = Settings['mail'];

const STATES: Record<Mail['state'], { label: string; palette: string }> = {
  working: { label: 'Operacional', palette: 'positive' },
  local: { label: 'Operacional', palette: 'positive' },
  failing: { label: 'Com falhas', palette: 'negative' },
  off: { label: 'Desligado', palette: 'negative' },
};

export function MailCard({
  mail,
  environment,
}: {
  mail: Mail;
  environment: Settings['system']['environment'];
}) {
  const { label, palette } = STATES[mail.state];
  return (
    <SectionCard title="E-mail" aside={<Badge colorPalette={palette}>{label}</Badge>}>
      {mail.state === 'off' && (
        <Notice status="error" title="Nenhuma mensagem é enviada: falta definir SMTP_URL e MAIL_FROM." />
      )}
      <Facts
        of={{
          'Servidor SMTP': mail.server === null ? 'Caixa local' : `Configurado (${mail.server})`,
          Remetente: mail.from ?? 'Não definido',
          'Na fila': mail.server !== null && mail.waiting,
          Desistidas: mail.server !== null && mail.failed,
          'Último envio':
            mail.server !== null &&
            (mail.lastSentAt === null ? 'Nenhum ainda' : formatMoment(mail.lastSentAt)),
          'Última falha': mail.lastError !== null && mail.lastError,
        }}
      />
      <TestMessage hasMailbox={environment !== 'production'} />
    </SectionCard>
  );
}

function TestMessage({ hasMailbox }: { hasMailbox: boolean }) {
  const invalidate = useInvalidate();
  const test = trpc.admin.settings.testEmail.useMutation({
    onSuccess: () => invalidate('administration'),
  });
  const button = useFocusBack(test.isPending);
  return (
    <div>
      <Flex gap="3" wrap="wrap" align="center">
        <Button
          ref={button}
          variant="outline"
          onClick={() => test.mutate()}
          loading={test.isPending}
          loadingText="Enviando…"
        >
          <Send size={18} aria-hidden />
          Enviar mensagem de teste
        </Button>
        {hasMailbox && (
          <Button asChild variant="ghost">
            <a href="/dev/mailbox" target="_blank" rel="noreferrer">
              Abrir a caixa local
              <ExternalLink size={16} role="img" aria-label="em outra aba" />
            </a>
          </Button>
        )}
      </Flex>
      <div role="status">
        {test.data && !test.isPending && (
          <Notice status="success" marginTop="4" title={`Mensagem escrita para ${test.data.recipient}`} />
        )}
      </div>
      {test.error && (
        <Box marginTop="4">
          <ErrorState
            title="Não foi possível enviar a mensagem de teste"
            error={test.error}
            onRetry={() => test.mutate()}
          />
        </Box>
      )}
    </div>
  );
}

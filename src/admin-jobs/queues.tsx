import { chakra, Text } from '@chakra-ui/react';
import { durationInWords } from '../ui/duration.ts';
import { FigureCard, FigureCards } from '../ui/figure-cards.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Jobs } from './jobs.ts';

type Queues = Jobs['queues'];

export function QueuesPanel({ queues: { mail, orders, events } }: { queues: Queues }) {
  return (
    <>
      <FigureCards>
        <QueueCard
          label="E-mails"
          hint={mail.isSent ? 'por enviar' : 'na caixa local'}
          queue={mail}
          text={mail.isSent ? null : 'Sem servidor de e-mail, nada é enviado'}
        />
        <QueueCard label="Pagamentos" hint="sem desfecho no provedor" queue={orders} />
        <QueueCard label="Avisos do provedor" hint="por processar" queue={events} />
      </FigureCards>
      {(mail.failed > 0 || mail.lastError !== null) && <MailTrouble mail={mail} />}
    </>
  );
}

type QueueCardProps = { label: string; hint: string; queue: Queues['orders']; text?: string | null };

/** `text` replaces the age of the oldest item. */
function QueueCard({ label, hint, queue: { waiting, oldestSeconds }, text = null }: QueueCardProps) {
  const waits =
    oldestSeconds === null
      ? 'Nada espera'
      : `O mais antigo espera há ${durationInWords(oldestSeconds * 1000)}`;
  return (
    <FigureCard label={label} hint={hint}>
      {waiting.toLocaleString('pt-BR')}
      <Text
        as="span"
        display="block"
        fontFamily="body"
        fontWeight="400"
        textStyle="sm"
        letterSpacing="normal"
        color="fg.muted"
      >
        {text ?? waits}
      </Text>
    </FigureCard>
  );
}

function MailTrouble({ mail: { failed, lastError } }: { mail: Queues['mail'] }) {
  return (
    <Notice
      status="warning"
      title={
        failed === 0
          ? 'O servidor de e-mail recusou uma mensagem'
          : `${failed.toLocaleString('pt-BR')} ${failed === 1 ? 'e-mail não pôde ser enviado' : 'e-mails não puderam ser enviados'}`
      }
    >
      {lastError !== null && (
        <>
          Última resposta: <chakra.span>{lastError}</chakra.span>
        </>
      )}
    </Notice>
  );
}

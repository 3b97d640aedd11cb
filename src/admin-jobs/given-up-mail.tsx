import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { type Column, rowAction } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/date.ts';
import { TextLink } from '../ui/links.tsx';
import { TableSection } from '../ui/table-section.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { PAGED } from '../ui/use-list.ts';

type Mail = RouterOutputs['admin']['mail']['givenUp']['mail'][number];

/** Shows no message text: it is private to the customer. */
export function GivenUpMail() {
  const invalidate = useInvalidate();
  const [discarding, setDiscarding] = useState<Mail | null>(null);
  const query = trpc.admin.mail.givenUp.useInfiniteQuery(
    { limit: 20 },
    { ...PAGED, refetchOnMount: 'always' },
  );
  const retry = trpc.admin.mail.retry.useMutation({
    onSuccess: async () => {
      toast({ title: 'O e-mail será enviado de novo' });
      await invalidate('administration');
    },
    onError: async (error) => {
      toastError('Erro ao reenviar', error, 'Tente de novo em instantes.');
      await invalidate('administration');
    },
  });
  const discard = trpc.admin.mail.discard.useMutation({
    onSuccess: async () => {
      setDiscarding(null);
      toast({ title: 'E-mail descartado' });
      await invalidate('administration');
    },
  });
  const columns: Column<Mail>[] = [
    {
      title: 'Assunto',
      kind: 'name',
      cell: ({ subject }) => <Text fontWeight="600">{subject}</Text>,
    },
    {
      title: 'Para',
      cell: ({ recipient }) => (
        <TextLink to="/admin/users" search={{ busca: recipient }} overflowWrap="anywhere">
          {recipient}
        </TextLink>
      ),
    },
    { title: 'Escrito em', cell: ({ createdAt }) => formatMoment(createdAt) },
    {
      title: 'Resposta do servidor',
      cell: ({ lastError }) => <chakra.span overflowWrap="anywhere">{lastError ?? '—'}</chakra.span>,
    },
    {
      title: 'Ações',
      kind: 'actions',
      cell: (mail) => (
        <Flex gap="2" wrap="wrap">
          <Button
            {...rowAction}
            aria-label={`Tentar de novo: ${mail.subject}`}
            disabled={retry.isPending}
            onClick={() => retry.mutate({ id: mail.id })}
          >
            Tentar de novo
          </Button>
          <Button
            {...rowAction}
            aria-haspopup="dialog"
            aria-label={`Descartar: ${mail.subject}`}
            onClick={() => setDiscarding(mail)}
          >
            Descartar
          </Button>
        </Flex>
      ),
    },
  ];
  return (
    <>
      <TableSection
        title="E-mails não enviados"
        text="Se o endereço está errado, corrija-o no histórico do cliente: os e-mails sem link e sem código passam a ir para o novo. Depois, tente de novo. Os mais velhos são apagados (veja os limites, em Configurações)."
        id="emails"
        columns={columns}
        query={query}
        rows={query.data?.pages.flatMap(({ mail }) => mail)}
        rowKey={({ id }) => id}
        noun={['e-mail', 'e-mails']}
        failure="Não foi possível carregar os e-mails"
        tableFrom="56rem"
        empty={{
          title: 'Nenhum e-mail ficou para trás',
          description:
            'O que o servidor de e-mail recusar, ou não aceitar depois de várias tentativas, aparece aqui.',
        }}
      />
      {discarding && (
        <ConfirmDialog
          title="Descartar este e-mail?"
          act={{ label: 'Descartar', pendingLabel: 'Descartando…' }}
          mutation={discard}
          onConfirm={() => discard.mutate({ id: discarding.id })}
          onClose={() => {
            discard.reset();
            setDiscarding(null);
          }}
        >
          “{discarding.subject}”, para {discarding.recipient}, não será enviado. O que ele avisa continua na
          tela de quem o receberia; isto não pode ser desfeito.
        </ConfirmDialog>
      )}
    </>
  );
}

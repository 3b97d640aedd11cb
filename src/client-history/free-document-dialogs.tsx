import { Text } from '@chakra-ui/react';
import { formatDocument } from '#domain/tax-id';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { ReasonDialog } from '../ui/reason-dialog.tsx';
import { unlessCancelled } from '../ui/server-error.ts';
import { useClientChanged } from './use-client-changed.ts';

type Client = RouterOutputs['admin']['users']['get'];
type DialogProps = { client: Client; onClose: () => void };

const IDENTIFIED = 'Como o titular do documento se identificou.';
const READ = 'Quem tem este cadastro lê este motivo; ele fica na auditoria.';

export function AskDocumentDialog({ client, onClose }: DialogProps) {
  const { id, fullName } = client;
  const onSuccess = useClientChanged('Pedido registrado', onClose);
  const ask = trpc.admin.users.askDocumentFree.useMutation({ onSuccess });
  return (
    <ReasonDialog
      title="Pedir a liberação do documento"
      hint={`${IDENTIFIED} ${READ}`}
      act="Pedir a liberação"
      pendingText="Registrando…"
      destructive
      pending={ask.isPending}
      error={unlessCancelled(ask.error)}
      failure="O pedido não foi registrado"
      onConfirm={(reason) => ask.mutate({ id, reason })}
      onClose={onClose}
    >
      <Text>
        Só depois de identificar quem é titular do <OwnDocument client={client} />: em 7 dias ele pode ser
        liberado para que essa pessoa se cadastre. Até lá quem tem o cadastro de <strong>{fullName}</strong>,
        avisado agora, pode contestar, e o pedido é retirado. Reativar o acesso também o retira. Outra pessoa
        da administração, se houver, é quem libera.
      </Text>
    </ReasonDialog>
  );
}

export function FreeDocumentDialog({ client, onClose }: DialogProps) {
  const { id, fullName, closedAt, documentFreeFrom: from } = client;
  const onSuccess = useClientChanged('Documento liberado', onClose);
  const free = trpc.admin.users.freeDocument.useMutation({ onSuccess });
  return (
    <ReasonDialog
      title="Liberar o documento"
      hint={closedAt === null ? `${IDENTIFIED} ${READ}` : `${IDENTIFIED} O motivo fica na auditoria.`}
      act="Liberar o documento"
      pendingText="Liberando…"
      destructive
      pending={free.isPending}
      error={unlessCancelled(free.error)}
      failure="O documento não foi liberado"
      onConfirm={(reason) => free.mutate({ id, reason })}
      onClose={onClose}
    >
      <Text>
        Só depois de identificar quem é titular do <OwnDocument client={client} />
        {from !== null && `, e se ninguém contestou até ${formatMoment(from)}`}: essa pessoa pode se cadastrar
        com ele. O cadastro de <strong>{fullName}</strong> continua{' '}
        {closedAt === null ? 'desativado e deixa de ser acessado por ele' : 'encerrado'}; movimentações,
        comprovantes e saldos ficam como estão.
      </Text>
    </ReasonDialog>
  );
}

export function KeepDocumentDialog({ client, onClose }: DialogProps) {
  const { id, fullName } = client;
  const onSuccess = useClientChanged('Documento mantido', onClose);
  const keep = trpc.admin.users.keepDocument.useMutation({ onSuccess });
  return (
    <ReasonDialog
      title="Manter o documento"
      hint={READ}
      act="Manter o documento"
      pendingText="Mantendo…"
      destructive={false}
      pending={keep.isPending}
      error={unlessCancelled(keep.error)}
      failure="O pedido não foi retirado"
      onConfirm={(reason) => keep.mutate({ id, reason })}
      onClose={onClose}
    >
      <Text>
        O pedido é retirado: o <OwnDocument client={client} /> continua no cadastro de{' '}
        <strong>{fullName}</strong>, e ninguém mais pode se cadastrar com ele.
      </Text>
    </ReasonDialog>
  );
}

function OwnDocument({ client: { cpf, cnpj } }: { client: Client }) {
  return (
    <span className="num">
      {cpf ? 'CPF' : 'CNPJ'} {formatDocument(cpf ?? cnpj ?? '')}
    </span>
  );
}

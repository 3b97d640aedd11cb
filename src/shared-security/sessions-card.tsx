import { Badge, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { Fetched } from '../ui/fetched.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { toast, toastError } from '../ui/toast.ts';

const ConfirmDialog = part('ConfirmDialog', () => import('../ui/confirm-dialog.tsx'));

type Session = RouterOutputs['auth']['sessions']['list'][number];

export function SessionsCard() {
  const sessions = trpc.auth.sessions.list.useQuery();
  const { data: me } = trpc.auth.me.useQuery();
  const [asking, setAsking] = useState(false);
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <SectionCard
      title="Sessões abertas"
      description={`Não reconhece alguma? Encerre-a e altere a sua senha.${
        me?.user.role === 'cliente'
          ? ' Pagamentos reservados ou em análise que ela pediu voltam para a sua conta.'
          : ''
      }`}
      aside={
        others > 0 && (
          <Button variant="outline" onClick={() => setAsking(true)} aria-haspopup="dialog">
            <LogOut size={18} aria-hidden />
            Encerrar todas as outras
          </Button>
        )
      }
    >
      <Fetched
        query={sessions}
        failure="Não foi possível carregar as sessões"
        skeleton={<RowsSkeleton rows={2} label="Carregando as sessões…" />}
      >
        {(all) => (
          <chakra.ul listStyle="none" margin="0" padding="0">
            {all.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </chakra.ul>
        )}
      </Fetched>
      {asking && <EndOthers onClose={() => setAsking(false)} />}
    </SectionCard>
  );
}

function SessionRow({ session }: { session: Session }) {
  const invalidate = useInvalidate();
  const end = trpc.auth.sessions.end.useMutation({
    onSuccess: () => toast({ title: 'Sessão encerrada' }),
    onError: (error) =>
      toastError('Não foi possível encerrar a sessão', error, 'Tente de novo em instantes.'),
    // After a failure too: the session may have ended already.
    onSettled: () => invalidate('credentials'),
  });
  return (
    <ListRow
      action={
        !session.current && (
          <Button
            variant="outline"
            size="md"
            minHeight="11"
            aria-label={`Encerrar a sessão em ${session.device}, aberta em ${formatMoment(session.createdAt)}`}
            loading={end.isPending}
            onClick={() => end.mutate({ id: session.id })}
          >
            Encerrar
          </Button>
        )
      }
    >
      <Flex align="center" gap="2" wrap="wrap">
        <MonitorSmartphone size={18} aria-hidden />
        <Text fontWeight="600">{session.device}</Text>
        {session.current && <Badge colorPalette="positive">Esta sessão</Badge>}
      </Flex>
      <Text color="fg.muted" textStyle="sm" className="num">
        Endereço {session.ip} · aberta em {formatMoment(session.createdAt)} · último uso em{' '}
        {formatMoment(session.lastSeenAt)}
      </Text>
    </ListRow>
  );
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const invalidate = useInvalidate();
  const { data: me } = trpc.auth.me.useQuery();
  const endOthers = trpc.auth.sessions.endOthers.useMutation({
    onSuccess: ({ ended }) => {
      toast({ title: ended === 1 ? '1 sessão encerrada' : `${ended} sessões encerradas` });
      void invalidate('credentials');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Encerrar todas as outras sessões?"
      act={{ label: 'Encerrar todas', pendingLabel: 'Encerrando…' }}
      mutation={endOthers}
      onConfirm={() => endOthers.mutate()}
      onClose={onClose}
    >
      Quem estiver usando a sua conta em outro lugar terá que entrar de novo. Esta sessão continua.
      {me?.user.role === 'cliente' &&
        ' Pagamentos reservados ou em análise que as outras pediram voltam para a sua conta.'}
    </ConfirmDialog>
  );
}

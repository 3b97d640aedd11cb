import { Button, Flex } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeftRight, ReceiptText } from 'lucide-react';
import type { SearchOf } from '#domain/places';
import { trpc } from '../trpc.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { LinkButton } from '../ui/links.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { usePlace } from '../ui/place.ts';
import { ScreenTabs } from '../ui/screen-tabs.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { BalanceStrip } from './balance-strip.tsx';
import { KeysTab } from './keys-tab.tsx';

const TransferTab = part('TransferTab', () => import('./transfer-tab.tsx'), {
  loading: <RowsSkeleton rows={4} label="Carregando…" />,
});
const ReceiveTab = part('ReceiveTab', () => import('./receive-tab.tsx'), {
  loading: <RowsSkeleton rows={4} label="Carregando…" />,
});
const OpenOrders = part('OpenOrders', () => import('../shared-movement/open-orders.tsx'));
const MoveDialog = part('MoveDialog', () => import('./move-dialog.tsx'));

type PixSearch = SearchOf<'/client/pix'>;

export function PixPage() {
  const me = trpc.auth.me.useQuery();
  return (
    <Fetched
      query={me}
      failure="Não foi possível carregar os seus dados"
      skeleton={<RowsSkeleton rows={5} label="Carregando…" />}
    >
      {({ user }) =>
        user.asaasAccountStatus === 'approved' ? (
          <Approved />
        ) : (
          <NotApproved hasAccount={user.asaasSubAccountId !== null} />
        )
      }
    </Fetched>
  );
}

const TITLE = 'PIX';
const OWN_KINDS = ['pix', 'move_in', 'move_out', 'return'] as const;

function Approved() {
  const { aba, ver: overlay } = usePlace('/client/pix');
  const tab = aba ?? 'chaves';
  const navigate = useNavigate({ from: '/client/pix' });

  const open = (opened: PixSearch['aba']) => void navigate({ search: { aba: opened }, resetScroll: false });
  function show(ver: PixSearch['ver']) {
    void navigate({ search: { aba, ver }, resetScroll: false, replace: ver === undefined });
  }

  return (
    <>
      <PageHeader
        title={TITLE}
        subtitle="Na hora, a qualquer hora, pela sua conta de pagamentos."
        actions={
          <>
            <Button variant="outline" onClick={() => show('mover')}>
              <ArrowLeftRight size={18} aria-hidden />
              Mover dinheiro
            </Button>
            <LinkButton to="/client/statement" search={{ conta: 'externa' }} variant="outline">
              <ReceiptText size={18} aria-hidden />
              Extrato
            </LinkButton>
          </>
        }
      />
      <BalanceStrip />
      <OpenOrders kinds={OWN_KINDS} />
      <ScreenTabs
        open={tab}
        onOpen={open}
        tabs={{
          chaves: { label: 'Minhas Chaves', panel: <KeysTab /> },
          transferir: { label: 'Transferir', panel: <TransferTab open={tab === 'transferir'} /> },
          receber: {
            label: 'Receber',
            panel: <ReceiveTab open={tab === 'receber'} onMakeKey={() => open(undefined)} />,
          },
        }}
      />
      {overlay === 'mover' && <MoveDialog onClose={() => show(undefined)} />}
    </>
  );
}

function NotApproved({ hasAccount }: { hasAccount: boolean }) {
  return (
    <>
      <PageHeader title={TITLE} />
      <EmptyState
        title="Conta não aprovada"
        description={
          hasAccount
            ? 'O PIX abre quando a sua conta de pagamentos for aprovada. Veja em que etapa ela está e o que falta enviar.'
            : 'O PIX usa uma conta de pagamentos em seu nome. Ative-a no Dashboard: leva cerca de 15 segundos.'
        }
        action={
          <Flex gap="3" wrap="wrap" justify="center">
            {hasAccount && <LinkButton to="/client/asaas-account">Ver etapas da aprovação</LinkButton>}
            <LinkButton to="/client/dashboard" variant={hasAccount ? 'outline' : 'solid'}>
              Ir para o Dashboard
            </LinkButton>
          </Flex>
        }
      />
    </>
  );
}

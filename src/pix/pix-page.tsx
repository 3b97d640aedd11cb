import { Button, Flex, Tabs } from '@chakra-ui/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeftRight, ReceiptText } from 'lucide-react';
import { PIX_TABS, type SearchOf } from '#domain/places';
import { trpc } from '../trpc.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { usePlace } from '../ui/place.ts';
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
const StatementDialog = part('StatementDialog', () => import('./statement-dialog.tsx'));

type PixSearch = SearchOf<'/client/pix'>;

const LABELS: Record<(typeof PIX_TABS)[number], string> = {
  chaves: 'Minhas Chaves',
  transferir: 'Transferir',
  receber: 'Receber',
};

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
const OWN_KINDS = ['pix', 'move_in', 'move_out'] as const;

function Approved() {
  const { aba, ver: overlay } = usePlace('/client/pix');
  const tab = aba ?? 'chaves';
  const navigate = useNavigate({ from: '/client/pix' });

  function open(value: string) {
    const opened = PIX_TABS.find((name) => name === value && name !== 'chaves');
    void navigate({ search: { aba: opened }, resetScroll: false });
  }
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
            <Button variant="outline" onClick={() => show('extrato')}>
              <ReceiptText size={18} aria-hidden />
              Extrato
            </Button>
          </>
        }
      />
      <BalanceStrip />
      <OpenOrders kinds={OWN_KINDS} />
      <Tabs.Root value={tab} onValueChange={({ value }) => open(value)} lazyMount colorPalette="brand">
        <Tabs.List>
          {PIX_TABS.map((name) => (
            <Tabs.Trigger key={name} value={name} minHeight="11" paddingInline={{ base: '2.5', md: '4' }}>
              {LABELS[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="chaves" paddingTop="6">
          <KeysTab />
        </Tabs.Content>
        <Tabs.Content value="transferir" paddingTop="6">
          <TransferTab open={tab === 'transferir'} />
        </Tabs.Content>
        <Tabs.Content value="receber" paddingTop="6">
          <ReceiveTab onMakeKey={() => open('chaves')} />
        </Tabs.Content>
      </Tabs.Root>
      {overlay === 'mover' && <MoveDialog onClose={() => show(undefined)} />}
      {overlay === 'extrato' && <StatementDialog onClose={() => show(undefined)} />}
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
            {hasAccount && (
              <Button asChild>
                <Link to="/client/asaas-account">Ver etapas da aprovação</Link>
              </Button>
            )}
            <Button asChild variant={hasAccount ? 'outline' : 'solid'}>
              <Link to="/client/dashboard">Ir para o Dashboard</Link>
            </Button>
          </Flex>
        }
      />
    </>
  );
}

import { Button, Card, Tabs } from '@chakra-ui/react';
import { Link, useNavigate } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { TRANSFER_TABS } from '#domain/places';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { usePlace } from '../ui/place.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { TransferTab } from './transfer-tab.tsx';

const LOADING = { loading: <RowsSkeleton rows={3} label="Carregando…" /> };

const ReceiveTab = part('ReceiveTab', () => import('./receive-tab.tsx'), LOADING);
const BoletoTab = part('BoletoTab', () => import('./boleto-tab.tsx'), LOADING);

const LABELS = { transferir: 'Transferir', receber: 'Receber', boleto: 'Boleto' };

export function TransfersPage() {
  const search = usePlace('/client/transfers');
  const navigate = useNavigate({ from: '/client/transfers' });
  const tab = search.aba ?? 'transferir';

  function open(value: string) {
    const aba = TRANSFER_TABS.find((name) => name === value && name !== 'transferir');
    void navigate({ search: { ...search, aba }, resetScroll: false });
  }

  return (
    <>
      <PageHeader
        title="Transferências"
        subtitle="Envie e receba entre contas ValeBank, sem tarifa."
        actions={
          <Button asChild variant="outline">
            <Link to="/client/statement">
              <ReceiptText size={18} aria-hidden />
              Extrato
            </Link>
          </Button>
        }
      />
      <Tabs.Root value={tab} onValueChange={({ value }) => open(value)} lazyMount colorPalette="brand">
        <Tabs.List>
          {TRANSFER_TABS.map((name) => (
            <Tabs.Trigger key={name} value={name} minHeight="11">
              {LABELS[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="transferir" paddingTop="6">
          <Card.Root maxWidth="40rem">
            <Card.Body>
              <TransferTab
                prefill={{
                  accountNumber: search.conta ?? '',
                  amount: search.valor ?? '',
                  description: search.descricao ?? '',
                }}
                open={tab === 'transferir'}
                onSent={() => void navigate({ search: {}, replace: true, resetScroll: false })}
              />
            </Card.Body>
          </Card.Root>
        </Tabs.Content>
        <Tabs.Content value="receber" paddingTop="6">
          <ReceiveTab />
        </Tabs.Content>
        <Tabs.Content value="boleto" paddingTop="6">
          <BoletoTab open={tab === 'boleto'} />
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}

import { Card } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { LinkButton } from '../ui/links.tsx';
import { PageHeader } from '../ui/page.tsx';
import { part } from '../ui/part.tsx';
import { usePlace } from '../ui/place.ts';
import { ScreenTabs } from '../ui/screen-tabs.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { TransferTab } from './transfer-tab.tsx';

const LOADING = { loading: <RowsSkeleton rows={3} label="Carregando…" /> };

const ReceiveTab = part('ReceiveTab', () => import('./receive-tab.tsx'), LOADING);
const BoletoTab = part('BoletoTab', () => import('./boleto-tab.tsx'), LOADING);

export function TransfersPage() {
  const search = usePlace('/client/transfers');
  const navigate = useNavigate({ from: '/client/transfers' });
  const tab = search.aba ?? 'transferir';

  return (
    <>
      <PageHeader
        title="Transferências"
        subtitle="Envie e receba entre contas ValeBank, sem tarifa."
        actions={
          <LinkButton to="/client/statement" variant="outline">
            <ReceiptText size={18} aria-hidden />
            Extrato
          </LinkButton>
        }
      />
      <ScreenTabs
        open={tab}
        onOpen={(aba) => void navigate({ search: { ...search, aba }, resetScroll: false })}
        tabs={{
          transferir: {
            label: 'Transferir',
            panel: (
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
            ),
          },
          receber: { label: 'Receber', panel: <ReceiveTab /> },
          boleto: { label: 'Boleto', panel: <BoletoTab open={tab === 'boleto'} /> },
        }}
      />
    </>
  );
}

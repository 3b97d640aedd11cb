import { Button, Stack } from '@chakra-ui/react';
import { EXTERNAL_PLACE, OrderStanding, Party, ReceiptFile } from '../shared-movement/receipt-parts.tsx';
import { useOrder } from '../shared-movement/use-order.ts';
import { CopyCode } from '../ui/copy-button.tsx';
import { formatMoment } from '../ui/date.ts';
import { Facts } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { type Transfer, toastTransfer } from './use-order-move.ts';

type OrderReceiptProps = {
  transfer: Transfer;
  label: string;
  title: string;
  /** Names of the customer's own accounts; a PIX leaves the external one. */
  places?: { from: string; to?: string };
  again: string;
  onAgain: () => void;
};

const PIX_PLACES = { from: EXTERNAL_PLACE };

/** Polls a pending order until it ends. */
export function OrderReceipt({
  transfer: sent,
  label,
  title,
  places = PIX_PLACES,
  again,
  onAgain,
}: OrderReceiptProps) {
  const order = useOrder(sent, (status) => toastTransfer(status, 'Transferência concluída'));
  const titles = {
    done: title,
    processing: 'Acompanhe a transferência',
    failed: 'Transferência não realizada',
    held: 'Transferência reservada',
    review: 'Transferência em análise',
  };
  const transfer = order.answer ? { ...sent, ...order.answer } : sent;
  return (
    <Stack gap="6">
      <StepHeading label={label} step={2} title={titles[order.status]} takesFocus />
      <OrderStanding
        of="transfer"
        order={order}
        amount={transfer.amount}
        held={transfer}
        failReason={transfer.failReason}
        waiting="O provedor de pagamentos ainda não confirmou. O valor já está reservado e sai uma vez só: não é preciso repetir. Você pode sair desta tela, o resultado aparece no extrato e nas notificações."
        failed={{
          title: 'A transferência não foi feita',
          text: 'O valor voltou inteiro para a sua conta.',
        }}
      />
      <Facts
        of={{
          Para: <Party {...transfer.to} place={places.to} />,
          De: <Party {...transfer.from} place={places.from} />,
          Descrição: transfer.description,
          Quando: formatMoment(transfer.createdAt),
          'Saldo depois': order.status !== 'failed' && <Money decimal={transfer.balanceAfter} />,
          'ID da transação': transfer.endToEndId && (
            <CopyCode code={transfer.endToEndId} label="Copiar: ID da transação" />
          ),
          'Código de autenticação': order.status === 'done' && (
            <CopyCode code={transfer.authCode} label="Copiar: Código de autenticação" />
          ),
        }}
      />
      {order.status === 'done' && <ReceiptFile transactionId={transfer.id} />}
      <Button alignSelf={{ md: 'start' }} onClick={onAgain}>
        {again}
      </Button>
    </Stack>
  );
}

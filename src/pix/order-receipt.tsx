import { Button, chakra, Stack } from '@chakra-ui/react';
import { CodeFact, OrderStanding, Party, ReceiptFile } from '../shared-movement/receipt-parts.tsx';
import { useOrder } from '../shared-movement/use-order.ts';
import { formatMoment } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import type { MoveStatus } from '../ui/move-mark.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { type Transfer, toastTransfer } from './use-order-move.ts';

type OrderReceiptProps = {
  transfer: Transfer;
  label: string;
  title: string;
  /** Account names, if both accounts are the customer's own. */
  places?: { from: string; to: string };
  again: string;
  onAgain: () => void;
};

/** Polls a pending order until it ends. */
export function OrderReceipt({ transfer: sent, label, title, places, again, onAgain }: OrderReceiptProps) {
  const order = useOrder(sent, (status) => toastTransfer(status, 'Transferência concluída'));
  const titles = {
    done: title,
    processing: 'Acompanhe a transferência',
    failed: 'Transferência não realizada',
  };
  const transfer = order.answer ? { ...sent, ...order.answer } : sent;
  return (
    <Stack gap="6">
      <StepHeading label={label} step={2} title={titles[order.status]} takesFocus />
      <OrderStanding
        of="transfer"
        order={order}
        amount={transfer.amount}
        failReason={transfer.failReason}
        waiting="O provedor de pagamentos ainda não confirmou. O valor já está reservado e sai uma vez só: não é preciso repetir. Você pode sair desta tela, o resultado aparece no extrato e nas notificações."
        failed={{
          title: 'A transferência não foi feita',
          text: 'O valor voltou inteiro para a sua conta.',
        }}
      />
      <Facts transfer={transfer} places={places} status={order.status} />
      {order.status === 'done' && <ReceiptFile transactionId={transfer.id} />}
      <Button alignSelf={{ md: 'start' }} onClick={onAgain}>
        {again}
      </Button>
    </Stack>
  );
}

type FactsProps = Pick<OrderReceiptProps, 'transfer' | 'places'> & { status: MoveStatus };

function Facts({ transfer, places, status }: FactsProps) {
  return (
    <chakra.dl margin="0">
      <Fact name="Para">
        <Party {...transfer.to} place={places?.to} />
      </Fact>
      <Fact name="De">
        <Party {...transfer.from} place={places?.from} />
      </Fact>
      {transfer.description !== '' && <Fact name="Descrição">{transfer.description}</Fact>}
      <Fact name="Quando">
        <span className="num">{formatMoment(transfer.createdAt)}</span>
      </Fact>
      {status !== 'failed' && (
        <Fact name="Saldo depois">
          <Money decimal={transfer.balanceAfter} />
        </Fact>
      )}
      {transfer.endToEndId !== null && (
        <CodeFact name="ID da transação" text={transfer.endToEndId} copy="Copiar: ID da transação" />
      )}
      {status === 'done' && (
        <CodeFact
          name="Código de autenticação"
          text={transfer.authCode}
          copy="Copiar: Código de autenticação"
        />
      )}
    </chakra.dl>
  );
}

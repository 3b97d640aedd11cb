import { Alert, Box, Button, chakra, Flex, Skeleton, Stack, Text } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { useMakeOld } from '../made-old.ts';
import { useOrder } from '../shared-movement/use-order.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { formatMoment } from '../ui/date.ts';
import { Fact } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import { MoveMark, type MoveStatus } from '../ui/move-mark.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { type Transfer, tellTransfer } from './use-order-move.ts';

const ReceiptActions = lazy(async () => ({
  default: (await import('../ui/receipt-actions.tsx')).ReceiptActions,
}));

type OrderReceiptProps = {
  transfer: Transfer;
  /** Accessible name of the steps. */
  label: string;
  title: string;
  /** What one's own two accounts are called, where the money stays with the same person. */
  places?: { from: string; to: string };
  /** The button that begins again. */
  again: string;
  onAgain: () => void;
};

/** Step 3, comprovante: what became of the money. What is still on its way is watched until its end is known. */
export function OrderReceipt({ transfer: sent, label, title, places, again, onAgain }: OrderReceiptProps) {
  const makeOld = useMakeOld();
  const order = useOrder(sent, (status) => {
    tellTransfer(status, 'Transferência concluída');
    void makeOld('order');
  });
  const titles = {
    done: title,
    processing: 'Acompanhe a transferência',
    failed: 'Transferência não realizada',
  };
  const transfer = order.answer ? { ...sent, ...order.answer } : sent;
  return (
    <Stack gap="6">
      <StepHeading label={label} step={2} title={titles[order.status]} takesFocus />
      <div role="status">
        <MoveMark of="transfer" status={order.status} amount={transfer.amount} />
      </div>
      {order.status === 'processing' && (
        <Stack gap="3" align="start">
          <Text color="fg.muted">
            O provedor de pagamentos ainda não confirmou. O valor já está reservado e sai uma vez só: não é
            preciso repetir. Você pode sair desta tela, o resultado aparece no extrato e nas notificações.
          </Text>
          <RefreshButton refreshing={order.isFetching} onRefresh={() => void order.refetch()} />
        </Stack>
      )}
      {order.status === 'failed' && (
        <Alert.Root status="error">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>A transferência não foi feita</Alert.Title>
            <Alert.Description>
              {transfer.failReason !== null && `${transfer.failReason.replace(/\.$/, '')}. `}O valor voltou
              inteiro para a sua conta.
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      <Facts transfer={transfer} places={places} status={order.status} />
      {order.status === 'done' && (
        <Suspense fallback={<Skeleton height="11" borderRadius="control" />}>
          <ReceiptActions transactionId={transfer.id} />
        </Suspense>
      )}
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
      {transfer.endToEndId !== null && <Code name="ID da transação" text={transfer.endToEndId} />}
      {status === 'done' && <Code name="Código de autenticação" text={transfer.authCode} />}
    </chakra.dl>
  );
}

function Code({ name, text }: { name: string; text: string }) {
  return (
    <Fact name={name}>
      <Flex align="center" justify="flex-end" gap="1">
        <chakra.code fontFamily="mono" wordBreak="break-all">
          {text}
        </chakra.code>
        <CopyButton text={text} label={`Copiar: ${name}`} />
      </Flex>
    </Fact>
  );
}

type PartyProps = {
  name: string | null;
  document: string | null;
  accountNumber?: string | null;
  pixKey?: string | null;
  place?: string;
};

function Party({ name, document, accountNumber, pixKey, place }: PartyProps) {
  const title = place ?? name ?? pixKey;
  const facts = [place && name, document, accountNumber && `conta ${accountNumber}`, name && pixKey].filter(
    Boolean,
  );
  return (
    <>
      {title}
      {facts.length > 0 && (
        <Box as="span" display="block" color="fg.muted" textStyle="sm" fontWeight="400" className="num">
          {facts.join(' · ')}
        </Box>
      )}
    </>
  );
}

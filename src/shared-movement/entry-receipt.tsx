import { Text } from '@chakra-ui/react';
import type { TransactionType } from '#domain/ledger/words';
import { trpc } from '../trpc.ts';
import { ReceiptActions } from './receipt-actions.tsx';

type EntryReceiptProps = {
  entry: { transactionId: string; type: TransactionType; isDebit: boolean };
  fill?: boolean;
};

export function EntryReceipt({ entry: { transactionId, type, isDebit }, fill }: EntryReceiptProps) {
  const mayBeOpen = isDebit && (type === 'payment' || type === 'transfer');
  const orders = trpc.pix.orders.useQuery(undefined, { enabled: mayBeOpen, refetchOnMount: 'always' });
  if (mayBeOpen && orders.data?.some(({ id }) => id === transactionId))
    return (
      <Text color="fg.muted" textStyle="sm">
        Ainda em processamento: o comprovante fica disponível quando o pagamento for concluído.
      </Text>
    );
  return <ReceiptActions transactionId={transactionId} fill={fill} />;
}

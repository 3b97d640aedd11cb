import { Alert, Box, Button, Skeleton, Stack, Text } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { Money } from '../ui/money.tsx';
import { Loading } from '../ui/skeletons.tsx';
import { BalancedEntries, type LedgerTransaction } from './balanced-entries.tsx';
import { TransactionFacts } from './transaction-facts.tsx';

type TransactionDialogProps = {
  id: string;
  onOpen: (id: string) => void;
  onReverse: (transaction: LedgerTransaction) => void;
  onClose: () => void;
};

export function TransactionDialog({ id, onOpen, onReverse, onClose }: TransactionDialogProps) {
  const query = trpc.admin.ledger.transaction.useQuery({ id });
  return (
    <DialogFrame
      title={query.data ? TRANSACTION_LABELS[query.data.type] : 'Transação'}
      size="xl"
      fromTop
      onClose={onClose}
    >
      <Fetched
        query={query}
        failure="Não foi possível carregar a transação"
        skeleton={<TransactionSkeleton />}
      >
        {(transaction) => (
          <Stack gap="5">
            <Stack gap="1">
              <Money decimal={transaction.amount} size="hero" />
              <Text overflowWrap="anywhere">{transaction.description}</Text>
              <Text color="fg.muted" className="num">
                {formatMoment(transaction.createdAt)}
              </Text>
            </Stack>
            <Standing transaction={transaction} onOpen={onOpen} />
            <BalancedEntries transaction={transaction} />
            <TransactionFacts transaction={transaction} onOpen={onOpen} />
            {transaction.isReversible && (
              <DialogButtons>
                <Button
                  variant="outline"
                  colorPalette="negative"
                  aria-haspopup="dialog"
                  onClick={() => onReverse(transaction)}
                >
                  <Undo2 size={18} aria-hidden />
                  Estornar
                </Button>
              </DialogButtons>
            )}
          </Stack>
        )}
      </Fetched>
    </DialogFrame>
  );
}

type StandingProps = { transaction: LedgerTransaction; onOpen: (id: string) => void };

function Standing({ transaction: { reverses, reversedBy }, onOpen }: StandingProps) {
  const other = reversedBy ?? reverses;
  if (other === null) return null;
  return (
    <Alert.Root status={reversedBy === null ? 'info' : 'warning'}>
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>
          {reversedBy === null ? 'Desfaz outra transação' : 'Estornada: outra transação a desfez'}
        </Alert.Title>
      </Alert.Content>
      <Button size="sm" variant="outline" onClick={() => onOpen(other)}>
        {reversedBy === null ? 'Ver a original' : 'Ver o estorno'}
      </Button>
    </Alert.Root>
  );
}

const LINES = ['a', 'b', 'c', 'd'];

function TransactionSkeleton() {
  return (
    <Loading label="Carregando transação…">
      <Stack gap="4">
        <Skeleton height="10" width="50%" borderRadius="control" />
        <Skeleton height="36" borderRadius="control" />
        <Box display="grid" gap="3">
          {LINES.map((line) => (
            <Skeleton key={line} height="6" borderRadius="control" />
          ))}
        </Box>
      </Stack>
    </Loading>
  );
}

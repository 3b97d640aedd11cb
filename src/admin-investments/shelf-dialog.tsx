import { Alert, Button, Text } from '@chakra-ui/react';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { toast } from '../ui/toast.ts';

type Product = RouterOutputs['investment']['products']['list'][number];

const FAILURE = 'Não foi possível alterar o produto';

export function ShelfDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { id, name, isActive } = product;
  const invalidate = useInvalidate();
  const change = trpc.investment.products.update.useMutation({
    onSuccess: async () => {
      toast({ title: isActive ? 'Produto desativado' : 'Produto ativado', description: name });
      onClose();
      await invalidate('administration');
    },
  });
  const button = useFocusBack(change.isPending);
  return (
    <DialogFrame
      title={isActive ? `Desativar ${name}?` : `Ativar ${name}?`}
      role="alertdialog"
      locked={change.isPending}
      onClose={onClose}
    >
      <Text>
        {isActive
          ? 'Ele sai da prateleira e ninguém mais investe nele. O que já está investido segue até o vencimento, nas condições contratadas.'
          : 'Ele volta à prateleira, com as condições de antes, e os clientes podem investir nele.'}
      </Text>
      {change.isError && !change.isPending && (
        <Alert.Root status="error" role="alert">
          <Alert.Indicator />
          <Alert.Title>{failureText(change.error, FAILURE)}</Alert.Title>
        </Alert.Root>
      )}
      <DialogButtons>
        <Button variant="outline" onClick={onClose} disabled={change.isPending}>
          Cancelar
        </Button>
        <Button
          ref={button}
          colorPalette={isActive ? 'negative' : undefined}
          onClick={() => change.mutate({ id, isActive: !isActive })}
          loading={change.isPending}
          loadingText={isActive ? 'Desativando…' : 'Ativando…'}
        >
          {isActive ? 'Desativar produto' : 'Ativar produto'}
        </Button>
      </DialogButtons>
    </DialogFrame>
  );
}

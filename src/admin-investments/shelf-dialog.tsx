import { Text } from '@chakra-ui/react';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Failure } from '../ui/notice.tsx';
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
      <Failure role="alert" of={change} fallback={FAILURE} />
      <DialogAct
        onCancel={onClose}
        pending={change.isPending}
        pendingText={isActive ? 'Desativando…' : 'Ativando…'}
        colorPalette={isActive ? 'negative' : undefined}
        onClick={() => change.mutate({ id, isActive: !isActive })}
      >
        {isActive ? 'Desativar produto' : 'Ativar produto'}
      </DialogAct>
    </DialogFrame>
  );
}

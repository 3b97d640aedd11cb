import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';

type Product = RouterOutputs['investment']['products']['list'][number];

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
    <ConfirmDialog
      title={isActive ? `Desativar ${name}?` : `Ativar ${name}?`}
      act={{
        label: isActive ? 'Desativar produto' : 'Ativar produto',
        pendingLabel: isActive ? 'Desativando…' : 'Ativando…',
      }}
      palette={isActive ? 'negative' : 'brand'}
      mutation={change}
      fallback="Não foi possível alterar o produto"
      isLocked
      onConfirm={() => change.mutate({ id, isActive: !isActive })}
      onClose={onClose}
    >
      {isActive
        ? 'Ele sai da prateleira e ninguém mais investe nele. O que já está investido segue até o vencimento, nas condições contratadas.'
        : 'Ele volta à prateleira, com as condições de antes, e os clientes podem investir nele.'}
    </ConfirmDialog>
  );
}

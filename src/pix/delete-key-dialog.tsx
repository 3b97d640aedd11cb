import { type RouterOutputs, trpc } from '../trpc.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { KEY_TYPE_LABELS, keyText } from '../ui/key-words.ts';
import { toast } from '../ui/toast.ts';

type DeleteKeyDialogProps = {
  entry: RouterOutputs['pix']['keys']['list'][number];
  onClose: () => void;
  onDeleted: () => void;
};

export function DeleteKeyDialog({ entry: { id, key, type }, onClose, onDeleted }: DeleteKeyDialogProps) {
  const utils = trpc.useUtils();
  const remove = trpc.pix.keys.remove.useMutation({
    onSuccess: async () => {
      toast({ title: 'Chave PIX excluída' });
      onClose();
      await utils.pix.keys.list.invalidate();
      // The button that opened the dialog has gone with its row.
      onDeleted();
    },
    // Without an answer the key may be gone.
    onError: () => utils.pix.keys.list.invalidate(),
  });
  return (
    <ConfirmDialog
      title="Excluir chave PIX?"
      act={{ label: 'Excluir chave', pendingLabel: 'Excluindo…' }}
      mutation={remove}
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    >
      Por {key === null ? `esta chave ${KEY_TYPE_LABELS[type]}` : <strong>{keyText({ type, key })}</strong>}{' '}
      ninguém mais manda PIX para você, e os QR Codes feitos com ela param de valer. O dinheiro que já chegou
      fica onde está.
    </ConfirmDialog>
  );
}

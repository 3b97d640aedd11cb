import { trpc } from '../trpc.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { keyText } from '../ui/key-words.ts';
import { toast } from '../ui/toast.ts';
import type { Claim } from './claim-words.ts';

export type Act = 'keep' | 'give' | 'withdraw';

const WORDS: Record<
  Act,
  { title: string; label: string; pendingLabel: string; done: string; palette: 'brand' | 'negative' }
> = {
  keep: {
    title: 'Manter a chave?',
    label: 'Manter a chave',
    pendingLabel: 'Respondendo…',
    done: 'A chave continua sua',
    palette: 'brand',
  },
  give: {
    title: 'Ceder a chave?',
    label: 'Ceder a chave',
    pendingLabel: 'Respondendo…',
    done: 'Chave cedida',
    palette: 'negative',
  },
  withdraw: {
    title: 'Desistir do pedido?',
    label: 'Desistir do pedido',
    pendingLabel: 'Desistindo…',
    done: 'Pedido encerrado',
    palette: 'negative',
  },
};

const TEXTS: Record<Act, (claim: Claim) => string> = {
  keep: ({ kind }) =>
    kind === 'ownership'
      ? 'continua sua, e o pedido de quem diz ser o dono termina. Responda assim só se este contato é mesmo seu.'
      : 'continua aqui, e o pedido de levá-la para outra instituição termina.',
  give: ({ kind }) =>
    kind === 'ownership'
      ? 'passa na hora a outra pessoa: quem mandar PIX por ela não paga mais a você. Não dá para desfazer.'
      : 'vai na hora para a sua conta na outra instituição, e deixa de receber aqui.',
  withdraw: () => 'fica com quem está, e você pode pedi-la de novo depois.',
};

type ClaimActDialogProps = { claim: Claim; act: Act; onClose: () => void; onDone: () => void };

export function ClaimActDialog({ claim, act, onClose, onDone }: ClaimActDialogProps) {
  const utils = trpc.useUtils();
  const refresh = () => Promise.all([utils.pix.claims.list.invalidate(), utils.pix.keys.list.invalidate()]);
  const { title, done, palette, ...words } = WORDS[act];
  const after = {
    onSuccess: async () => {
      toast({ title: done });
      await refresh();
      onDone();
    },
    // Without an answer it may have been done.
    onError: () => void refresh(),
  };
  const answer = trpc.pix.claims.answer.useMutation(after);
  const cancel = trpc.pix.claims.cancel.useMutation(after);
  const { id, key, keyType } = claim;
  return (
    <ConfirmDialog
      title={title}
      act={words}
      palette={palette}
      mutation={act === 'withdraw' ? cancel : answer}
      onConfirm={() =>
        act === 'withdraw' ? cancel.mutate({ id }) : answer.mutate({ id, accept: act === 'give' })
      }
      onClose={onClose}
    >
      A chave <strong>{keyText({ type: keyType, key })}</strong> {TEXTS[act](claim)}
    </ConfirmDialog>
  );
}

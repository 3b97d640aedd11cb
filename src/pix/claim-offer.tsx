import { Stack, Text } from '@chakra-ui/react';
import type { PixKeyType } from '#domain/pix/key';
import { CLAIM_DAYS, type ClaimKind } from '#domain/pix/key-claim';
import { trpc } from '../trpc.ts';
import { DialogAct } from '../ui/dialog-frame.tsx';
import { Bullets, Failure, Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';

export type Wanted = { type: PixKeyType; key: string; kind: ClaimKind; text: string };

const { resolve, complete } = CLAIM_DAYS;

/** What a claim leads to, before it is made. */
const CLAIM_TERMS: Record<ClaimKind, string[]> = {
  portability: [
    `Confirme o pedido na instituição onde a chave está, em até ${resolve} dias: ela vem para cá na hora.`,
    `Sem confirmação em ${resolve} dias, o pedido termina e a chave fica onde está.`,
  ],
  ownership: [
    `Quem tem a chave hoje tem ${resolve} dias para responder. Se ceder, ela vem para cá na hora; se provar que o contato é dela, a chave fica com ela.`,
    `Sem resposta em ${resolve} dias, a chave deixa de ser dessa pessoa, e ${complete} dias depois do pedido passa a ser sua.`,
  ],
};

const ACTS: Record<ClaimKind, string> = {
  portability: 'Pedir portabilidade',
  ownership: 'Reivindicar posse',
};

/** In place of the form of a new key that turned out to be elsewhere. */
export function ClaimOffer({ wanted: { text, ...asked }, onClose }: { wanted: Wanted; onClose: () => void }) {
  const utils = trpc.useUtils();
  const make = trpc.pix.claims.make.useMutation({
    onSuccess: async () => {
      toast({ title: 'Pedido feito', description: 'Acompanhe-o em Pedidos de chaves.' });
      onClose();
      await utils.pix.claims.list.invalidate();
    },
    // Without an answer it may have been made.
    onError: () => void utils.pix.claims.list.invalidate(),
  });
  return (
    <Stack gap="5">
      <Notice status="info" title={text} />
      <Stack gap="2">
        <Text fontWeight="600">O que acontece</Text>
        <Bullets of={CLAIM_TERMS[asked.kind]} />
      </Stack>
      <Failure role="alert" of={make} fallback="Tente de novo em instantes." />
      <DialogAct
        onCancel={onClose}
        pending={make.isPending}
        pendingText="Pedindo…"
        onClick={() => make.mutate(asked)}
      >
        {ACTS[asked.kind]}
      </DialogAct>
    </Stack>
  );
}

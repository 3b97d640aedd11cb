import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { Pencil, Pin, PinOff, ShieldCheck, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay, formatMoment } from '../ui/date.ts';
import { DialogFrame } from '../ui/dialog-frame.tsx';
import { Money } from '../ui/money.tsx';
import { part } from '../ui/part.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { NicknameDialog } from './nickname-dialog.tsx';
import type { Recipient } from './recipient.ts';
import { wordsOf } from './recipient-words.ts';

const TrustDialog = part('TrustDialog', () => import('./trust-dialog.tsx'));

type RecipientsDialogProps = {
  recipients: readonly Recipient[];
  onPick: (recipient: Recipient) => void;
  onClose: () => void;
};

type Asked = { kind: 'name' | 'trust' | 'remove'; recipient: Recipient };

/** All recipients of a kind, each with its menu. */
export function RecipientsDialog({ recipients, onPick, onClose }: RecipientsDialogProps) {
  // Pinning does not move the row, so that its open menu stays in place.
  const [order] = useState(() => recipients.map(({ id }) => id));
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const rows = order.flatMap((id) => recipients.find((one) => one.id === id) ?? []);
  return (
    <DialogFrame title="Favorecidos" onClose={onClose} fromTop>
      {rows.length === 0 && <Text color="fg.muted">Ninguém por aqui. Quem você pagar volta a aparecer.</Text>}
      <chakra.ul ref={list} tabIndex={-1} listStyleType="none" aria-label="Favorecidos">
        {rows.map((recipient) => (
          <Row
            key={recipient.id}
            recipient={recipient}
            onPick={() => {
              onClose();
              onPick(recipient);
            }}
            onAsk={(kind) => setAsked({ kind, recipient })}
          />
        ))}
      </chakra.ul>
      {asked?.kind === 'name' && (
        <NicknameDialog recipient={asked.recipient} onClose={() => setAsked(null)} />
      )}
      {asked?.kind === 'trust' && <TrustDialog recipient={asked.recipient} onClose={() => setAsked(null)} />}
      {asked?.kind === 'remove' && (
        <Removal recipient={asked.recipient} list={list} onClose={() => setAsked(null)} />
      )}
    </DialogFrame>
  );
}

type RowProps = { recipient: Recipient; onPick: () => void; onAsk: (kind: Asked['kind']) => void };

function Row({ recipient, onPick, onAsk }: RowProps) {
  const { id, nickname, isPinned, lastUsedAt, trustedUpTo, trustedFrom } = recipient;
  const { name, detail } = wordsOf(recipient);
  const invalidate = useInvalidate();
  const pin = trpc.account.changeRecipient.useMutation({
    onSuccess: (_done, { isPinned: isNow }) => toast({ title: isNow ? 'Fixado no início' : 'Desafixado' }),
    onError: (error) => toastError('Nada mudou', error, 'Tente de novo em instantes.'),
    onSettled: () => invalidate('recipients'),
  });
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="3"
      paddingBlock="2"
      borderTop="1px solid"
      borderColor="border.muted"
    >
      <chakra.button
        type="button"
        flex="1"
        minWidth="0"
        minHeight="11"
        textAlign="start"
        cursor="pointer"
        borderRadius="control"
        overflowWrap="anywhere"
        _hover={{ bg: 'bg.subtle' }}
        onClick={onPick}
      >
        <Flex align="center" gap="2" fontWeight="600">
          {isPinned && (
            <Box flexShrink={0}>
              <Pin size={16} role="img" aria-label="Fixado:" fill="currentColor" />
            </Box>
          )}
          {nickname ?? name}
        </Flex>
        {nickname !== null && <Text textStyle="sm">{name}</Text>}
        <Text textStyle="xs" color="fg.muted" className="num">
          {detail !== '' && `${detail} · `}último pagamento em {formatDay(lastUsedAt)}
        </Text>
        {trustedUpTo !== null && (
          <Text textStyle="xs" color="fg.muted">
            Confiado até <Money decimal={trustedUpTo} exposed />
            {trustedFrom !== null && `, a partir de ${formatMoment(trustedFrom)}`}
          </Text>
        )}
      </chakra.button>
      <ActionsMenu
        label="Opções"
        of={nickname ?? name}
        actions={[
          { label: 'Apelidar', icon: Pencil, onSelect: () => onAsk('name') },
          {
            label: isPinned ? 'Desafixar' : 'Fixar',
            icon: isPinned ? PinOff : Pin,
            onSelect: () => pin.mutate({ id, isPinned: !isPinned }),
          },
          { label: 'Confiar até…', icon: ShieldCheck, onSelect: () => onAsk('trust') },
          { label: 'Remover', icon: Trash2, onSelect: () => onAsk('remove'), destructive: true },
        ]}
      />
    </chakra.li>
  );
}

type RemovalProps = { recipient: Recipient; list: RefObject<HTMLUListElement | null>; onClose: () => void };

function Removal({ recipient, list, onClose }: RemovalProps) {
  const invalidate = useInvalidate();
  const remove = trpc.account.removeRecipient.useMutation({
    onSuccess: async () => {
      toast({ title: 'Favorecido removido' });
      onClose();
      await invalidate('recipients');
      // The button that opened the dialog has gone with its row.
      list.current?.focus();
    },
  });
  return (
    <ConfirmDialog
      title="Remover favorecido?"
      act={{ label: 'Remover', pendingLabel: 'Removendo…' }}
      mutation={remove}
      onConfirm={() => remove.mutate({ id: recipient.id })}
      onClose={onClose}
    >
      <strong>{recipient.nickname ?? wordsOf(recipient).name}</strong> sai desta lista, com o apelido. Seus
      pagamentos e comprovantes ficam, e um novo pagamento traz o favorecido de volta.
    </ConfirmDialog>
  );
}

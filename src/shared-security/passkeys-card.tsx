import { Badge, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { Fingerprint, Plus } from 'lucide-react';
import { useState } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { deviceMs, formatMoment } from '../ui/date.ts';
import { Fetched } from '../ui/fetched.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { part } from '../ui/part.tsx';
import { supportsPasskeys } from '../ui/passkey-support.ts';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { toast } from '../ui/toast.ts';

const ConfirmDialog = part('ConfirmDialog', () => import('../ui/confirm-dialog.tsx'));
const AddPasskeyDialog = part('AddPasskeyDialog', () => import('./add-passkey-dialog.tsx'));
const RenamePasskeyDialog = part('RenamePasskeyDialog', () => import('./rename-passkey-dialog.tsx'));

type Passkey = RouterOutputs['auth']['passkeys']['list'][number];
type Open = { act: 'add' } | { act: 'rename' | 'remove'; passkey: Passkey };

export function PasskeysCard() {
  const passkeys = trpc.auth.passkeys.list.useQuery();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <SectionCard
      title="Chaves de acesso"
      description="Entre e confirme pagamentos com a digital, o rosto ou o PIN do seu aparelho, sem senha nem código."
      aside={
        supportsPasskeys() && (
          <Button variant="outline" onClick={() => setOpen({ act: 'add' })} aria-haspopup="dialog">
            <Plus size={18} aria-hidden />
            Adicionar chave
          </Button>
        )
      }
    >
      {!supportsPasskeys() && <Text color="fg.muted">Este navegador não aceita chaves de acesso.</Text>}
      <Fetched
        query={passkeys}
        failure="Não foi possível carregar as chaves de acesso"
        skeleton={<RowsSkeleton rows={2} label="Carregando as chaves de acesso…" />}
      >
        {(all) =>
          all.length === 0 ? (
            <Text color="fg.muted">Nenhuma chave de acesso.</Text>
          ) : (
            <chakra.ul listStyle="none" margin="0" padding="0">
              {all.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onAct={(act) => setOpen({ act, passkey })} />
              ))}
            </chakra.ul>
          )
        }
      </Fetched>
      {open?.act === 'add' && <AddPasskeyDialog onClose={close} />}
      {open?.act === 'rename' && <RenamePasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.act === 'remove' && <Remove passkey={open.passkey} onClose={close} />}
    </SectionCard>
  );
}

type RowProps = { passkey: Passkey; onAct: (act: 'rename' | 'remove') => void };

function PasskeyRow({ passkey, onAct }: RowProps) {
  const { name, isSynced, createdAt, lastUsedAt, trustedFrom } = passkey;
  return (
    <ListRow
      action={
        <Flex gap="2" wrap="wrap">
          <Button
            variant="outline"
            size="md"
            minHeight="11"
            aria-label={`Renomear a chave ${name}`}
            aria-haspopup="dialog"
            onClick={() => onAct('rename')}
          >
            Renomear
          </Button>
          <Button
            variant="outline"
            colorPalette="negative"
            size="md"
            minHeight="11"
            aria-label={`Remover a chave ${name}`}
            aria-haspopup="dialog"
            onClick={() => onAct('remove')}
          >
            Remover
          </Button>
        </Flex>
      }
    >
      <Flex align="center" gap="2" wrap="wrap">
        <Fingerprint size={18} aria-hidden />
        <Text fontWeight="600">{name}</Text>
        <Badge colorPalette="notice">{isSynced ? 'Sincronizada' : 'Só neste aparelho'}</Badge>
      </Flex>
      <Text color="fg.muted" textStyle="sm" className="num">
        Criada em {formatMoment(createdAt)} ·{' '}
        {lastUsedAt === null ? 'nunca usada' : `último uso em ${formatMoment(lastUsedAt)}`}
      </Text>
      {Date.parse(trustedFrom) > deviceMs() && (
        <Text textStyle="sm" className="num">
          Prova quem você é e confirma pagamentos a partir de {formatMoment(trustedFrom)}
        </Text>
      )}
    </ListRow>
  );
}

function Remove({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const invalidate = useInvalidate();
  const remove = trpc.auth.passkeys.remove.useMutation({
    onSuccess: () => {
      toast({ title: 'Chave de acesso removida' });
      onClose();
    },
    onSettled: () => invalidate('credentials'),
  });
  return (
    <ConfirmDialog
      title="Remover chave de acesso?"
      more="Apague-a também no aparelho, que continuará a oferecê-la."
      act={{ label: 'Remover', pendingLabel: 'Removendo…' }}
      mutation={remove}
      onConfirm={() => remove.mutate({ id: passkey.id })}
      onClose={onClose}
    >
      <strong>{passkey.name}</strong> deixa de entrar na sua conta, e as outras sessões abertas com ela
      terminam.
    </ConfirmDialog>
  );
}

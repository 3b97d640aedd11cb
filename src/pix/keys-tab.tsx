import { Button, chakra, Flex, IconButton, Stack, Text } from '@chakra-ui/react';
import {
  Check,
  Clock,
  IdCard,
  KeyRound,
  type LucideIcon,
  Mail,
  Plus,
  Smartphone,
  Trash2,
  X,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { BACKGROUND_QUERY, type RouterOutputs, trpc } from '../trpc.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { KEY_TYPE_LABELS, keyText } from '../ui/key-words.ts';
import { usePolling } from '../ui/look-again.ts';
import { type Look, LookBadge } from '../ui/look-badge.tsx';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';

const DeleteKeyDialog = part('DeleteKeyDialog', () => import('./delete-key-dialog.tsx'));
const KeyClaims = part('KeyClaims', () => import('./key-claims.tsx'), {
  loading: <RowsSkeleton rows={1} label="Carregando pedidos…" />,
});
const KeyDialog = part('KeyDialog', () => import('./key-dialog.tsx'));

type Key = RouterOutputs['pix']['keys']['list'][number];

const ICONS: Record<Key['type'], LucideIcon> = {
  EVP: KeyRound,
  CPF: IdCard,
  CNPJ: IdCard,
  EMAIL: Mail,
  PHONE: Smartphone,
};

const STATUSES: Record<string, Look> = {
  ACTIVE: { label: 'Ativa', palette: 'positive', icon: Check },
  AWAITING_ACTIVATION: { label: 'Em ativação', palette: 'notice', icon: Clock },
  AWAITING_DELETION: { label: 'Em exclusão', palette: 'neutral', icon: Clock },
  AWAITING_ACCOUNT_DELETION: { label: 'Em exclusão', palette: 'neutral', icon: Clock },
  ERROR: { label: 'Com erro', palette: 'negative', icon: X },
};

const CLAIMED: Look = { label: 'Pedida por alguém', palette: 'notice', icon: Clock };

const activatingIds = (keys: Key[] = []): string | null =>
  keys.flatMap(({ id, status }) => (status === 'AWAITING_ACTIVATION' ? [id] : [])).join() || null;

/** Claims above the keys while one is open, else below. */
export function KeysTab() {
  const asked = trpc.pix.claims.list.useQuery(undefined, { ...BACKGROUND_QUERY, refetchOnMount: 'always' });
  const claims = asked.data?.claims ?? [];
  const open = claims.filter(({ concludedAt }) => concludedAt === null);
  const listed = claims.length > 0 && <KeyClaims key="claims" claims={claims} />;
  const keys = <Keys key="keys" claimed={open.map(({ key }) => key)} />;
  // Keyed, so that the list keeps its focus when it moves.
  return <Stack gap="6">{open.length > 0 ? [listed, keys] : [keys, listed]}</Stack>;
}

function Keys({ claimed }: { claimed: string[] }) {
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<Key | null>(null);
  const rows = useRef<HTMLUListElement>(null);
  const polling = usePolling();
  const keys = trpc.pix.keys.list.useQuery(undefined, {
    ...BACKGROUND_QUERY,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => polling(activatingIds(state.data), state),
  });
  return (
    <SectionCard
      title="Minhas Chaves"
      description="Quem sabe uma chave sua manda PIX para a sua conta externa, sem agência nem número."
      aside={
        <Button onClick={() => setCreating(true)}>
          <Plus size={18} aria-hidden />
          Nova chave
        </Button>
      }
    >
      <Fetched
        query={keys}
        failure="Não foi possível carregar as chaves"
        skeleton={<RowsSkeleton rows={3} label="Carregando chaves…" />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              level="h3"
              title="Nenhuma chave ainda"
              description="Crie a primeira: a aleatória não revela nenhum dado seu."
            />
          ) : (
            <chakra.ul
              ref={rows}
              tabIndex={-1}
              listStyleType="none"
              aria-label="Chaves PIX"
              _focus={{ outline: 'none' }}
            >
              {list.map((key) => (
                <KeyRow
                  key={key.id}
                  entry={key}
                  isClaimed={key.key !== null && claimed.includes(key.key)}
                  onDelete={() => setDeleting(key)}
                />
              ))}
            </chakra.ul>
          )
        }
      </Fetched>
      {creating && <KeyDialog onClose={() => setCreating(false)} />}
      {deleting && (
        <DeleteKeyDialog
          entry={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => rows.current?.focus()}
        />
      )}
    </SectionCard>
  );
}

type KeyRowProps = { entry: Key; isClaimed: boolean; onDelete: () => void };

/** A key that somebody claims cannot be deleted. */
function KeyRow({ entry: { key, type, status }, isClaimed, onDelete }: KeyRowProps) {
  const TypeIcon = ICONS[type];
  const look: Look = STATUSES[status] ?? { label: status, palette: 'neutral', icon: Clock };
  return (
    <chakra.li paddingBlock="3" borderTop="1px solid" borderColor="border.muted">
      <Flex gap="3" align="center">
        <Flex layerStyle="disc" boxSize="10" bg="brand.subtle" color="brand.fg">
          <TypeIcon size={20} aria-hidden />
        </Flex>
        <Stack gap="0.5" minWidth="0" flex="1">
          <Flex columnGap="2" align="center" wrap="wrap">
            <Text color="fg.muted" textStyle="sm">
              {KEY_TYPE_LABELS[type]}
            </Text>
            <LookBadge {...(isClaimed ? CLAIMED : look)} />
          </Flex>
          <Text fontWeight="600" fontFamily={type === 'EVP' ? 'mono' : undefined} overflowWrap="anywhere">
            {key === null ? 'Sendo gerada…' : <KeyText text={keyText({ type, key })} />}
          </Text>
        </Stack>
        {key !== null && <CopyButton text={key} label={`Copiar chave ${KEY_TYPE_LABELS[type]}`} />}
        {!status.endsWith('_DELETION') && !isClaimed && (
          <IconButton
            variant="ghost"
            colorPalette="negative"
            aria-label={`Excluir chave ${KEY_TYPE_LABELS[type]}`}
            aria-haspopup="dialog"
            onClick={onDelete}
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </Flex>
    </chakra.li>
  );
}

/** An e-mail key may break after its @. */
function KeyText({ text }: { text: string }) {
  const [user, domain] = text.split('@');
  return domain === undefined ? (
    text
  ) : (
    <>
      {user}@<wbr />
      {domain}
    </>
  );
}

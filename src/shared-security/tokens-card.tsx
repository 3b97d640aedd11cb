import { Badge, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { formatDay, formatMoment } from '../ui/date.ts';
import { Fetched } from '../ui/fetched.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { Money } from '../ui/money.tsx';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { toast } from '../ui/toast.ts';

const ConfirmDialog = part('ConfirmDialog', () => import('../ui/confirm-dialog.tsx'));
const TokenDialog = part('TokenDialog', () => import('./token-dialog.tsx'));

type Token = RouterOutputs['auth']['tokens']['list'][number];

export function TokensCard() {
  const tokens = trpc.auth.tokens.list.useQuery();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  return (
    <SectionCard
      title="Tokens de acesso"
      description="Para programas seus consultarem a conta, ou movimentarem dinheiro, pela API do ValeBank."
      aside={
        <Button variant="outline" onClick={() => setCreating(true)} aria-haspopup="dialog">
          <Plus size={18} aria-hidden />
          Criar token
        </Button>
      }
    >
      <Fetched
        query={tokens}
        failure="Não foi possível carregar os tokens"
        skeleton={<RowsSkeleton rows={2} label="Carregando os tokens…" />}
      >
        {(all) =>
          all.length === 0 ? (
            <Text color="fg.muted">Nenhum token aberto.</Text>
          ) : (
            <chakra.ul listStyle="none" margin="0" padding="0">
              {all.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
              ))}
            </chakra.ul>
          )
        }
      </Fetched>
      {creating && <TokenDialog onClose={() => setCreating(false)} />}
      {revoking && <Revoke token={revoking} onClose={() => setRevoking(null)} />}
    </SectionCard>
  );
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const movesMoney = token.scopes.includes('money');
  return (
    <ListRow
      action={
        <Button
          variant="outline"
          colorPalette="negative"
          size="md"
          minHeight="11"
          aria-label={`Revogar o token ${token.name}`}
          aria-haspopup="dialog"
          onClick={onRevoke}
        >
          Revogar
        </Button>
      }
    >
      <Flex align="center" gap="2" wrap="wrap">
        <KeyRound size={18} aria-hidden />
        <Text fontWeight="600">{token.name}</Text>
        <Badge colorPalette={movesMoney ? 'caution' : 'notice'}>
          {movesMoney ? 'Consultar e movimentar' : 'Consultar'}
        </Badge>
      </Flex>
      <Text color="fg.muted" textStyle="sm" className="num">
        <Ceilings perCall={token.perCall} perDay={token.perDay} />
        Vale até {formatDay(token.expiresAt)} ·{' '}
        {token.lastUsedAt === null ? 'nunca usado' : `último uso em ${formatMoment(token.lastUsedAt)}`}
      </Text>
    </ListRow>
  );
}

function Ceilings({ perCall, perDay }: Pick<Token, 'perCall' | 'perDay'>) {
  return (
    <>
      {perCall !== null && (
        <>
          Até <Money decimal={perCall} /> por chamada ·{' '}
        </>
      )}
      {perDay !== null && (
        <>
          Até <Money decimal={perDay} /> por dia ·{' '}
        </>
      )}
    </>
  );
}

function Revoke({ token, onClose }: { token: Token; onClose: () => void }) {
  const invalidate = useInvalidate();
  const revoke = trpc.auth.tokens.revoke.useMutation({
    onSuccess: () => {
      toast({ title: 'Token revogado' });
      onClose();
    },
    onSettled: () => invalidate('credentials'),
  });
  return (
    <ConfirmDialog
      title="Revogar token?"
      act={{ label: 'Revogar', pendingLabel: 'Revogando…' }}
      mutation={revoke}
      onConfirm={() => revoke.mutate({ id: token.id })}
      onClose={onClose}
    >
      Os programas que usam <strong>{token.name}</strong> perdem o acesso na hora, e isto não tem volta.
      {token.scopes.includes('money') &&
        ' Pagamentos reservados ou em análise que este token pediu voltam para a sua conta.'}
    </ConfirmDialog>
  );
}

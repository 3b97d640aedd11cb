import { Button, chakra, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { formatDay } from '#domain/date';
import { ORDER_STATUS_LABELS } from '#domain/pix/words';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { LinkButton } from '../ui/links.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { Money } from '../ui/money.tsx';
import { httpStatusOf } from '../ui/server-error.ts';

export type Returns = RouterOutputs['pix']['returns'];

type PixReturnsProps = {
  transactionId: string;
  onGiveBack: (returns: Returns) => void;
  /** Before another movement is shown in the statement. */
  onLeave: () => void;
};

/** What was given back of a PIX, the PIX that a return belongs to, and the button that gives back. */
export function PixReturns({ transactionId, onGiveBack, onLeave }: PixReturnsProps) {
  const query = trpc.pix.returns.useQuery({ id: transactionId }, { refetchOnMount: 'always' });
  const { data: found, error } = query;
  if (!found && httpStatusOf(error) === 404) return null;
  if (!found && error && !query.isFetching)
    return (
      <ErrorState
        title="Não foi possível ver as devoluções deste PIX"
        error={error}
        onRetry={() => void query.refetch()}
      />
    );
  if (!found) return <Skeleton height="11" borderRadius="control" aria-label="Carregando as devoluções…" />;
  const { original, left, until, returns } = found;
  const isOriginal = original.transactionId === transactionId;
  if (!isOriginal) return <OriginalLink original={original} onLeave={onLeave} />;
  return (
    <Stack as="section" aria-label="Devoluções" gap="3">
      {returns.length > 0 && <ReturnList returns={returns} />}
      {left !== null && Number(left) > 0 && until !== null && (
        <>
          <Button variant="outline" onClick={() => onGiveBack(found)} aria-haspopup="dialog">
            <Undo2 size={18} aria-hidden />
            Devolver
          </Button>
          <Text color="fg.muted" textStyle="sm">
            {returns.length > 0 && (
              <>
                Restam <Money decimal={left} /> a devolver.{' '}
              </>
            )}
            Você pode devolver este PIX, inteiro ou em partes, até {formatDay(until)}.
          </Text>
        </>
      )}
    </Stack>
  );
}

function ReturnList({ returns }: Pick<Returns, 'returns'>) {
  return (
    <Stack gap="1">
      <Heading as="h3" size="sm">
        Devoluções
      </Heading>
      <chakra.ul listStyleType="none">
        {returns.map(({ transactionId, amount, status, reason, createdAt }) => (
          <ListRow key={transactionId} action={<Money decimal={amount} fontWeight="600" />}>
            <Text fontWeight="600">{ORDER_STATUS_LABELS[status]}</Text>
            <Text color="fg.muted" textStyle="sm" className="num" overflowWrap="anywhere">
              {[reason, formatMoment(createdAt)].filter(Boolean).join(' · ')}
            </Text>
          </ListRow>
        ))}
      </chakra.ul>
    </Stack>
  );
}

function OriginalLink({ original, onLeave }: Pick<Returns, 'original'> & Pick<PixReturnsProps, 'onLeave'>) {
  const which = original.isReceived ? 'recebido' : 'enviado';
  return (
    <LinkButton
      variant="outline"
      to="/client/statement"
      search={{ conta: 'externa', periodo: 'tudo', movimento: original.transactionId }}
      onClick={onLeave}
    >
      <Undo2 size={18} aria-hidden />
      Ver o PIX {which} em {formatMoment(original.createdAt)}
    </LinkButton>
  );
}

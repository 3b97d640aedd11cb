import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { useRouterState } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { BACKGROUND_QUERY, type RouterOutputs, trpc } from '../trpc.ts';
import { formatMoment, formatTime } from '../ui/date.ts';
import { Money } from '../ui/money.tsx';
import { toast, toastError } from '../ui/toast.ts';

type Payment = RouterOutputs['account']['waiting']['list']['payments'][number];

/** How often the remaining time is shown anew, and an ended payment is looked for. */
const TICK_MS = 15_000;

const KIND_NAMES: Record<Payment['kind'], string> = {
  transfer: 'Transferência',
  pix: 'PIX',
  boleto: 'Boleto',
};

/** Screens that show money, or where it leaves. */
const SHOWN_ON = ['/client/dashboard', '/client/statement', '/client/transfers', '/client/pix'];

/** A strip with what is reserved for payments that can still be undone; nothing if nothing is. */
export function ReservedPayments() {
  const isShown = useRouterState({ select: ({ location }) => SHOWN_ON.includes(location.pathname) });
  const waiting = trpc.account.waiting.list.useQuery(undefined, {
    ...BACKGROUND_QUERY,
    enabled: isShown,
    refetchInterval: ({ state }) => (state.data?.payments.length ? TICK_MS : false),
  });
  const ids = waiting.data?.payments.map(({ id }) => id).join();
  const before = useRef(ids);
  const invalidate = useEffectEvent(useInvalidate());
  useEffect(() => {
    // A payment that ended changed statement and balance.
    if (before.current && before.current !== ids) void invalidate('order');
    before.current = ids;
  }, [ids]);
  if (!isShown || !waiting.data || waiting.data.payments.length === 0) return null;
  const { reserved, payments } = waiting.data;
  return (
    <Box
      as="section"
      aria-label="Reservado"
      bg="notice.subtle"
      borderBottom="1px solid"
      borderColor="border.muted"
      paddingInline={{ base: '4', md: '6' }}
      paddingBlock="2"
    >
      <Text fontWeight="600">
        <Money decimal={reserved} /> reservados
      </Text>
      <Text color="fg.muted" textStyle="sm">
        {explained(payments)}
      </Text>
      <chakra.ul listStyleType="none">
        {payments.map((payment) => (
          <chakra.li
            key={payment.id}
            display="flex"
            alignItems="center"
            columnGap="4"
            rowGap="1"
            flexWrap="wrap"
            paddingBlock="1"
          >
            <Box minWidth="0" flex="1 1 12rem" overflowWrap="anywhere">
              <Text>
                <Money decimal={payment.amount} fontWeight="600" /> · {payment.payee}
              </Text>
              <Text color="fg.muted" textStyle="sm" className="num">
                {KIND_NAMES[payment.kind]} · {standingOf(payment)}
              </Text>
            </Box>
            <Undo payment={payment} />
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  );
}

const UNDOABLE =
  'Fora do saldo, e ainda seu: quem vai receber é novo para você. Até a hora marcada dá para desfazer.';
const REVIEWED =
  'Em análise: o banco decide se o pagamento é feito. Sem decisão até a hora marcada, o dinheiro volta para a sua conta; enquanto isso dá para desfazer.';

const explained = (payments: readonly Payment[]): string =>
  [
    payments.some(({ inReview }) => inReview === null) && UNDOABLE,
    payments.some(({ inReview }) => inReview !== null) && REVIEWED,
  ]
    .filter(Boolean)
    .join(' ');

const standingOf = ({ inReview, releaseAt, secondsLeft }: Payment): string =>
  inReview === null
    ? `Reservado até ${formatTime(releaseAt)}${remainingText(secondsLeft)}`
    : `Em análise pelo banco até ${formatMoment(releaseAt)}: ${inReview}`;

function remainingText(secondsLeft: number): string {
  if (secondsLeft === 0) return ' · saindo agora';
  const minutes = Math.ceil(secondsLeft / 60);
  return minutes === 1 ? ' · falta 1 min' : ` · faltam ${minutes} min`;
}

function Undo({ payment: { id, payee } }: { payment: Payment }) {
  const invalidate = useInvalidate();
  const undo = trpc.account.waiting.undo.useMutation({
    onSuccess: () =>
      toast({ title: 'Pagamento desfeito', description: 'O dinheiro voltou para a sua conta.' }),
    onError: (error) => toastError('Não foi possível desfazer', error, 'Tente de novo em instantes.'),
    // After a failure too: it may have been made meanwhile.
    onSettled: () => invalidate('order'),
  });
  return (
    <Button
      variant="outline"
      minHeight="11"
      aria-label={`Desfazer o pagamento para ${payee}`}
      loading={undo.isPending}
      loadingText="Desfazendo…"
      onClick={() => undo.mutate({ id })}
    >
      <Undo2 size={18} aria-hidden />
      Desfazer
    </Button>
  );
}

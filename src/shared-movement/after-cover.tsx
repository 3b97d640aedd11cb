import { Button, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { type Change, useInvalidate } from '../invalidation.ts';
import { BACKGROUND_QUERY, trpc } from '../trpc.ts';
import { MoveMark } from '../ui/move-mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import type { Covered, Paid } from './cover.ts';
import { orderPause } from './use-order.ts';

type AfterCoverProps<Answer> = {
  paid: Paid<Answer>;
  /** The payment's answer in a covered payment's. */
  answerOf: (covered: Covered) => Answer | null;
  /** Decimal text. */
  amount: string;
  /** Label of the steps. */
  label: string;
  invalidates: Change;
  onAgain: () => void;
  children: (answer: Answer) => ReactNode;
};

/** The receipt of a payment; before it the wait for a cover that is still on its way. */
export function AfterCover<Answer>({ paid, children, ...waiting }: AfterCoverProps<Answer>) {
  if ('answer' in paid) return children(paid.answer);
  const answer = waiting.answerOf(paid.covered);
  if (answer !== null) return children(answer);
  return (
    <Waiting {...waiting} first={paid.covered}>
      {children}
    </Waiting>
  );
}

type WaitingProps<Answer> = Omit<AfterCoverProps<Answer>, 'paid'> & { first: Covered };

function Waiting<Answer>({
  first,
  answerOf,
  amount,
  label,
  invalidates,
  onAgain,
  children,
}: WaitingProps<Answer>) {
  const query = trpc.account.cover.get.useQuery(
    { id: first.id ?? '' },
    {
      ...BACKGROUND_QUERY,
      enabled: first.status === 'processing',
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => (isOver(state.data ?? first) ? false : orderPause(state)),
    },
  );
  const covered = query.data ?? first;
  const invalidate = useInvalidate();
  const end = useEffectEvent(() => void invalidate(invalidates));
  useEffect(() => {
    if (isOver(covered)) end();
  }, [covered]);

  const answer = answerOf(covered);
  if (answer !== null) return children(answer);
  return (
    <Stack gap="6">
      <StepHeading label={label} step={2} title={TITLES[covered.status]} takesFocus />
      <div role="status">
        <MoveMark of="payment" status={covered.status} amount={amount} />
      </div>
      {covered.status === 'processing' ? (
        <Stack gap="3" align="start">
          <Text color="fg.muted">
            O dinheiro da outra conta está a caminho, e o pagamento vem em seguida: não é preciso repetir.
            Você pode sair desta tela; o resultado aparece nas notificações.
          </Text>
          <RefreshButton refreshing={query.isFetching} onRefresh={() => void query.refetch()} />
        </Stack>
      ) : (
        <Notice status="error" title="O pagamento não foi feito">
          {covered.failReason && `${covered.failReason.replace(/\.$/, '')}. `}O dinheiro que vinha da outra
          conta volta para ela, ou fica na que ia pagar se não puder sair dela: o extrato mostra.
        </Notice>
      )}
      <Button alignSelf={{ md: 'start' }} onClick={onAgain}>
        {covered.status === 'failed' ? 'Tentar de novo' : 'Fazer outro pagamento'}
      </Button>
    </Stack>
  );
}

const TITLES = {
  done: 'Pagamento feito',
  processing: 'Acompanhe o pagamento',
  failed: 'Pagamento não realizado',
};

const isOver = ({ status, transfer, boleto, pix }: Covered): boolean =>
  status !== 'processing' || transfer !== null || boleto !== null || pix !== null;

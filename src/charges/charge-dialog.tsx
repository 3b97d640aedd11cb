import { Button, chakra, Flex, Heading, Spinner, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { parseDecimal } from '#domain/money';
import { useInvalidate } from '../invalidation.ts';
import { BACKGROUND_QUERY, type RouterOutputs, trpc } from '../trpc.ts';
import { chargeParts } from '../ui/charge-parts.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay, formatMoment } from '../ui/date.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { Facts } from '../ui/fact.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { TextLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import { PixChargeCode } from '../ui/pix-charge-code.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { toast } from '../ui/toast.ts';
import { ChargeBadge } from './charge-badge.tsx';
import { termsFacts } from './terms-facts.tsx';

export type Charge = RouterOutputs['charge']['get'];

const PAUSE_MS = 2500;
/** Polling stops after this time, since nobody may be looking; a button starts it again. */
const WATCH_MS = 15 * 60_000;

type ChargeDialogProps = { id: string; onClose: () => void };

/** One charge: its code until it is paid, and 'pago' within seconds. */
export function ChargeDialog({ id, onClose }: ChargeDialogProps) {
  const [round, setRound] = useState(0);
  const [stopped, setStopped] = useState<number | null>(null);
  const [cancelling, setCancelling] = useState(false);
  const isWatching = stopped !== round;
  const query = trpc.charge.get.useQuery(
    { id },
    {
      ...BACKGROUND_QUERY,
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => isWatching && isUnended(state.data) && PAUSE_MS,
    },
  );
  useToldWhenPaid(query.data);

  useEffect(() => {
    const timer = setTimeout(() => setStopped(round), WATCH_MS);
    return () => clearTimeout(timer);
  }, [round]);

  if (cancelling) return <CancelDialog id={id} onClose={() => setCancelling(false)} />;
  return (
    <DialogFrame title="Cobrança PIX" size="xl" fromTop onClose={onClose}>
      <Fetched
        query={query}
        failure="Não foi possível carregar a cobrança"
        skeleton={<RowsSkeleton rows={6} label="Carregando a cobrança…" />}
      >
        {(charge) => (
          <>
            <Head charge={charge} />
            <Standing charge={charge} isWatching={isWatching} onWatch={() => setRound(round + 1)} />
            {charge.status === 'open' && charge.payload !== null && (
              <PixChargeCode
                payload={charge.payload}
                totalCents={parseDecimal(charge.today.total) ?? 0}
                description={charge.description}
                url={charge.url}
              />
            )}
            <Facts of={factsOf(charge)} />
            <DialogButtons>
              {isUnended(charge) && (
                <Button variant="outline" colorPalette="negative" onClick={() => setCancelling(true)}>
                  Cancelar cobrança
                </Button>
              )}
              <Button variant="outline" onClick={onClose}>
                Fechar
              </Button>
            </DialogButtons>
          </>
        )}
      </Fetched>
    </DialogFrame>
  );
}

const isUnended = (charge: Pick<Charge, 'status'> | undefined): boolean =>
  charge?.status === 'open' || charge?.status === 'making';

function Head({ charge }: { charge: Charge }) {
  return (
    <Stack gap="1" align="center" textAlign="center">
      <ChargeBadge status={charge.status} />
      <Heading as="h3" size="md" overflowWrap="anywhere">
        {charge.description}
      </Heading>
      <Money decimal={charge.paidAmount ?? charge.today.total} size="hero" exposed />
    </Stack>
  );
}

type StandingProps = { charge: Charge; isWatching: boolean; onWatch: () => void };

/** What has happened to it; spoken when it changes. */
function Standing({ charge, isWatching, onWatch }: StandingProps) {
  return (
    <Stack gap="3">
      <chakra.div role="status">
        <Happened charge={charge} />
      </chakra.div>
      {isUnended(charge) && <Waiting charge={charge} isWatching={isWatching} onWatch={onWatch} />}
    </Stack>
  );
}

type Payment = Charge['payments'][number];

const isBack = (returned: string): boolean => (parseDecimal(returned) ?? 0) > 0;
const isWhollyBack = ({ amount, returned }: Payment): boolean => amount === returned;

function paidTitle(payments: readonly Payment[]): string {
  if (payments.every(isWhollyBack)) return 'Paga e devolvida';
  return payments.length > 1 ? 'Paga mais de uma vez' : 'Paga';
}

function Happened({ charge }: { charge: Charge }) {
  const { status, payments, paymentCount, concludedAt, failReason, isCodeRemoved } = charge;
  if (status === 'paid')
    return (
      <Notice status={payments.every(isWhollyBack) ? 'warning' : 'success'} title={paidTitle(payments)}>
        <chakra.ul listStyleType="none" aria-label="Pagamentos">
          {payments.map(({ transactionId, amount, returned, payerName, createdAt }) => (
            <li key={transactionId}>
              <Money decimal={amount} fontWeight="600" exposed />
              {payerName !== null && ` de ${payerName}`}
              <span className="num">, {formatMoment(createdAt)}</span>
              {isBack(returned) && (
                <chakra.span display="block">
                  De volta a quem pagou: <Money decimal={returned} exposed />
                </chakra.span>
              )}{' '}
              <TextLink
                to="/client/statement"
                search={{ conta: 'externa', movimento: transactionId }}
                variant="underline"
              >
                Ver no extrato
              </TextLink>
            </li>
          ))}
        </chakra.ul>
        {paymentCount > payments.length && (
          <Text marginTop="2">
            Os primeiros {payments.length} de {paymentCount.toLocaleString('pt-BR')} pagamentos. Os outros
            estão no extrato.
          </Text>
        )}
        {payments.length > 1 && (
          <Text marginTop="2">O que foi pago a mais pode ser devolvido pelo extrato.</Text>
        )}
      </Notice>
    );
  if (status === 'failed')
    return (
      <Notice status="error" title="Não foi gerada">
        {failReason}
      </Notice>
    );
  if (status === 'cancelled' || status === 'expired')
    return (
      <Notice status="info" title={status === 'cancelled' ? 'Cancelada' : 'Expirada'}>
        {concludedAt !== null && <span className="num">Desde {formatMoment(concludedAt)}. </span>}
        {isCodeRemoved
          ? 'O código não pode mais ser pago.'
          : 'O provedor ainda não confirmou que o código saiu do ar. Se alguém o pagar até lá, o dinheiro chega e você é avisado.'}
      </Notice>
    );
  return null;
}

function Waiting({ charge, isWatching, onWatch }: StandingProps) {
  const invalidate = useInvalidate();
  const check = trpc.charge.check.useMutation({ onSuccess: () => void invalidate('charge') });
  return (
    <>
      {isWatching && (
        <Flex align="center" justify="center" gap="2" color="fg.muted" textStyle="sm">
          <Spinner size="xs" aria-hidden />
          <Text>
            {charge.status === 'making'
              ? 'O provedor ainda está gerando o código…'
              : 'Aguardando o pagamento…'}
          </Text>
        </Flex>
      )}
      {(charge.status === 'open' || !isWatching) && (
        <Button
          variant="outline"
          size="sm"
          minHeight="11"
          alignSelf="center"
          loading={check.isPending}
          loadingText="Perguntando…"
          onClick={() => {
            check.mutate({ id: charge.id });
            onWatch();
          }}
        >
          Ver se foi paga
        </Button>
      )}
      <Failure role="alert" of={check} fallback="Não foi possível perguntar ao provedor." />
    </>
  );
}

/** A toast and fresh balances when it is paid while it is on the screen. */
function useToldWhenPaid(charge: Charge | undefined): void {
  const invalidate = useInvalidate();
  const known = useRef<number | null>(null);
  const count = charge?.paymentCount ?? null;
  useEffect(() => {
    if (count === null) return;
    if (known.current !== null && count > known.current) {
      toast({ title: 'Cobrança paga!' });
      void invalidate('received');
    }
    known.current = count;
  }, [count, invalidate]);
}

function factsOf(charge: Charge) {
  const { kind, amount, dueDate, expiresAt, today, createdAt, status } = charge;
  return {
    ...(isUnended(charge) ? chargeParts(today) : { 'Valor cobrado': <Money decimal={amount} exposed /> }),
    Vencimento: dueDate && formatDay(dueDate),
    ...(kind === 'dated' && termsFacts(charge)),
    'Pode ser paga até': status === 'open' && formatMoment(expiresAt),
    'Criada em': formatMoment(createdAt),
  };
}

function CancelDialog({ id, onClose }: ChargeDialogProps) {
  const invalidate = useInvalidate();
  const cancel = trpc.charge.cancel.useMutation({
    onSuccess: ({ status }) => {
      toast(
        status === 'paid'
          ? { title: 'Ela foi paga antes de ser cancelada' }
          : { title: 'Cobrança cancelada' },
      );
      onClose();
    },
    onSettled: () => void invalidate('charge'),
  });
  return (
    <ConfirmDialog
      title="Cancelar a cobrança?"
      act={{ label: 'Cancelar cobrança', pendingLabel: 'Cancelando…' }}
      mutation={cancel}
      fallback="Não foi possível cancelar. Tente de novo em instantes."
      isLocked
      more="Se alguém já estiver pagando, o dinheiro chega assim mesmo, e você é avisado."
      onConfirm={() => cancel.mutate({ id })}
      onClose={onClose}
    >
      Quem abrir o link vê na hora que ela foi cancelada. O código sai do ar assim que o provedor confirmar.
    </ConfirmDialog>
  );
}

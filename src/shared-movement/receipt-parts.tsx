import { Skeleton, Stack, Text } from '@chakra-ui/react';
import { ACCOUNT_TYPE_LABELS } from '#domain/ledger/words';
import { formatMoment } from '../ui/date.ts';
import { FactDetail } from '../ui/fact.tsx';
import { MoveMark } from '../ui/move-mark.tsx';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import { RefreshButton } from '../ui/refresh-button.tsx';
import type { useOrder } from './use-order.ts';

const ReceiptActions = part('ReceiptActions', () => import('./receipt-actions.tsx'), {
  loading: <Skeleton height="11" borderRadius="control" />,
});

export const ReceiptFile = ({ transactionId }: { transactionId: string }) => (
  <ReceiptActions transactionId={transactionId} />
);

/** Of a payment that is held. */
type Held = { inReview?: string | null | undefined; releaseAt?: string | undefined };

type OrderStandingProps = {
  of: 'transfer' | 'payment';
  order: ReturnType<typeof useOrder>;
  /** Decimal text. */
  amount: string;
  held: Held;
  failReason: string | null;
  waiting: string;
  /** Shown after a failure; the reason precedes `text`. */
  failed: { title: string; text: string };
};

export function OrderStanding({ of, order, amount, held, failReason, waiting, failed }: OrderStandingProps) {
  const { status } = order;
  return (
    <>
      <div role="status">
        <MoveMark of={of} status={status} amount={amount} />
      </div>
      {(status === 'held' || status === 'review') && <HeldNote {...held} />}
      {status === 'processing' && (
        <Stack gap="3" align="start">
          <Text color="fg.muted">{waiting}</Text>
          <RefreshButton refreshing={order.isFetching} onRefresh={() => void order.refetch()} />
        </Stack>
      )}
      {status === 'failed' && (
        <Notice status="error" title={failed.title}>
          {failReason && `${failReason.replace(/\.$/, '')}. `}
          {failed.text}
        </Notice>
      )}
    </>
  );
}

/** The shell shows the button to undo above the screen. */
export const HeldNote = ({ inReview, releaseAt }: Held) =>
  inReview && releaseAt ? (
    <Text color="fg.muted">
      O banco analisa este pagamento antes de fazê-lo. Motivo: {inReview}. O valor fica reservado, e volta
      para a sua conta se a análise não terminar até {formatMoment(releaseAt)}. Enquanto isso você pode
      desfazer: no aviso acima, ou pelo link do e-mail.
    </Text>
  ) : (
    <Text color="fg.muted">
      O valor está reservado e sai na hora marcada. Até lá você pode desfazer: no aviso acima, ou pelo link do
      e-mail.
    </Text>
  );

type PartyProps = {
  name: string | null;
  document: string | null;
  accountNumber?: string | null;
  pixKey?: string | null;
  /** Name of a customer's own account. */
  place?: string;
};

/** Customers know the external account by this name: no screen shows its number. */
export const EXTERNAL_PLACE = ACCOUNT_TYPE_LABELS.external;

export function Party({ name, document, accountNumber, pixKey, place }: PartyProps) {
  const number = place === EXTERNAL_PLACE ? null : accountNumber;
  const facts = [place && name, document, number && `conta ${number}`, name && pixKey].filter(Boolean);
  return (
    <>
      {place ?? name ?? pixKey}
      {facts.length > 0 && <FactDetail className="code">{facts.join(' · ')}</FactDetail>}
    </>
  );
}

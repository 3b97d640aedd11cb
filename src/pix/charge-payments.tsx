import { Button, chakra, Flex, Spinner, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { BACKGROUND_QUERY, trpc } from '../trpc.ts';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';

const PAUSE_MS = 3000;
/** Polling stops after this time, since nobody may be looking; a button starts it again. */
const WATCH_MS = 15 * 60_000;

type ChargePaymentsProps = {
  /** The code's id at the provider. */
  id: string;
  isShown: boolean;
};

/** Watches for payments of a code while it is on the screen; a code may be paid several times. */
export function ChargePayments({ id, isShown }: ChargePaymentsProps) {
  const invalidate = useInvalidate();
  const [round, setRound] = useState(0);
  const [expired, setExpired] = useState<string | null>(null);
  const watch = `${id} ${round}`;
  const isWatching = isShown && expired !== watch;
  const payments = trpc.pix.codePayments.useQuery(
    { id },
    { ...BACKGROUND_QUERY, enabled: isWatching, refetchInterval: isWatching && PAUSE_MS },
  );
  const received = payments.data ?? [];
  const shown = received.map((payment) => payment.id).join(' ');
  const known = useRef('');

  useEffect(() => {
    const timer = setTimeout(() => setExpired(watch), WATCH_MS);
    return () => clearTimeout(timer);
  }, [watch]);

  useEffect(() => {
    if (shown !== '' && shown !== known.current) void invalidate('received');
    known.current = shown;
  }, [shown, invalidate]);

  return (
    <Stack width="100%" gap="3">
      <chakra.div role="status" width="100%">
        {received.length > 0 && (
          <Notice status="success" title="Recebido">
            <chakra.ul listStyleType="none" aria-label="Pagamentos recebidos">
              {received.map((payment) => (
                <li key={payment.id}>
                  <Money decimal={payment.amount} fontWeight="600" exposed />
                  {payment.payerName !== null && ` de ${payment.payerName}`}
                </li>
              ))}
            </chakra.ul>
          </Notice>
        )}
      </chakra.div>
      {isWatching ? (
        <Flex align="center" justify="center" gap="2" color="fg.muted" textStyle="sm">
          {payments.error === null && <Spinner size="xs" aria-hidden />}
          <Text>
            {payments.error !== null
              ? 'O provedor não respondeu. Continuamos olhando.'
              : received.length === 0
                ? 'Aguardando o pagamento…'
                : 'O código vale para outros pagamentos.'}
          </Text>
        </Flex>
      ) : (
        <Button variant="outline" onClick={() => setRound(round + 1)}>
          Ver se foi pago
        </Button>
      )}
    </Stack>
  );
}

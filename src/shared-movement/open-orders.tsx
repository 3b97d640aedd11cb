import { Box, chakra, Text } from '@chakra-ui/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { leavesCustomer, ORDER_KIND_LABELS, type OrderKind } from '#domain/pix/words';
import { useInvalidate } from '../invalidation.ts';
import { BACKGROUND_QUERY, trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { ListRow } from '../ui/list-row.tsx';
import { usePolling } from '../ui/look-again.ts';
import { Money } from '../ui/money.tsx';
import { SectionCard } from '../ui/section-card.tsx';

export function OpenOrders({ kinds }: { kinds: readonly OrderKind[] }) {
  const polling = usePolling();
  const orders = trpc.pix.orders.useQuery(undefined, {
    ...BACKGROUND_QUERY,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => polling(idsOf(state.data) || null, state),
  });
  const ids = orders.data && idsOf(orders.data);
  const before = useRef(ids);
  const invalidate = useEffectEvent(useInvalidate());
  useEffect(() => {
    // An ended order changed statement and balance.
    if (before.current && before.current !== ids) void invalidate('order');
    before.current = ids;
  }, [ids]);

  const shown = orders.data?.filter(({ kind }) => kinds.includes(kind)) ?? [];
  if (shown.length === 0) return null;
  return (
    <Box marginBottom="6">
      <SectionCard
        title="Ainda em processamento"
        description="O valor já está reservado: sai uma vez só, e volta inteiro para a conta se não puder ser pago."
      >
        <chakra.ul listStyleType="none">
          {shown.map(({ id, kind, to, amount, createdAt }) => (
            <ListRow key={id} action={<Money decimal={amount} fontWeight="600" />}>
              <Text fontWeight="600">{ORDER_KIND_LABELS[kind]}</Text>
              <Text color="fg.muted" textStyle="sm" className="num">
                {[leavesCustomer(kind) && (to.name ?? to.pixKey), formatMoment(createdAt)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </ListRow>
          ))}
        </chakra.ul>
      </SectionCard>
    </Box>
  );
}

const idsOf = (orders: readonly { id: string }[] = []): string => orders.map(({ id }) => id).join();

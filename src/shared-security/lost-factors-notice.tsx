import { Button, Flex, Text } from '@chakra-ui/react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { Failure, Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';

/** The bank was asked to end the customer's second factors; they keep them with one press. */
export function LostFactorsNotice({ endAt }: { endAt: string }) {
  const invalidate = useInvalidate();
  const keep = trpc.auth.twoFactor.keep.useMutation({
    onSuccess: () => toast({ title: 'Dois fatores mantidos' }),
    onSettled: () => invalidate('credentials'),
  });
  return (
    <Notice status="warning" title="Os dois fatores serão desativados">
      <Text>
        Por um pedido feito ao atendimento, o aplicativo, as chaves de acesso, os aparelhos registrados e a
        senha deixam de valer em <span className="num">{formatMoment(endAt)}</span>. Se você não pediu,
        mantenha-os.
      </Text>
      <Flex marginTop="3">
        <Button
          variant="outline"
          loading={keep.isPending}
          loadingText="Mantendo…"
          onClick={() => keep.mutate()}
        >
          Manter dois fatores
        </Button>
      </Flex>
      <Failure of={keep} fallback="Os dois fatores não foram mantidos" marginTop="3" />
    </Notice>
  );
}

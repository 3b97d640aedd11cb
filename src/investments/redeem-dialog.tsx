import { Alert, Button, chakra, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { earlyRedemption } from '#domain/investment/forecast';
import { formatBrl, parseDecimal } from '#domain/money';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { Fact } from '../ui/fact.tsx';
import { failureText } from '../ui/failure-text.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { Money } from '../ui/money.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { type Investment, positionOf } from './shapes.ts';
import { YieldFacts } from './yield-facts.tsx';

type RedeemDialogProps = { investment: Investment; today: string; onClose: () => void };

export function RedeemDialog({ investment, today, onClose }: RedeemDialogProps) {
  const invalidate = useInvalidate();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const redemption = trpc.investment.redeem.useMutation({
    onSuccess: ({ netToday }) => {
      toast({
        title: 'Resgate realizado',
        description: `${formatBrlText(netToday)} foram creditados na sua conta.`,
      });
      onClose();
      void invalidate('investment');
    },
    onError: (error) => toastError('Erro ao resgatar', error, 'Não foi possível fazer o resgate'),
  });
  const button = useFocusBack(redemption.isPending);
  const {
    today: now,
    atMaturity,
    lostCents,
  } = earlyRedemption(positionOf(investment), today, investment.maturityDate);

  return (
    <DialogFrame
      title={`Resgatar ${investment.productName}`}
      role="alertdialog"
      locked={redemption.isPending}
      onClose={onClose}
    >
      <Stack gap="1">
        <Text color="fg.muted">Você recebe hoje, na sua conta corrente</Text>
        <Money cents={now.netCents} size="hero" exposed />
      </Stack>
      <YieldFacts paid={now} netName="Líquido hoje" exposed>
        <Fact name="Valor aplicado">
          <Money decimal={investment.amount} exposed />
        </Fact>
      </YieldFacts>
      {lostCents > 0 && (
        <Alert.Root status="warning">
          <Alert.Indicator />
          <Alert.Content gap="1">
            <Alert.Title>
              Esperando até {formatDay(investment.maturityDate)}, seriam {formatBrl(atMaturity.netCents)}{' '}
              líquidos
            </Alert.Title>
            <Alert.Description>
              Resgatando hoje você deixa de receber{' '}
              <chakra.strong className="num">{formatBrl(lostCents)}</chakra.strong>. O valor é resgatado por
              inteiro, e não há como desfazer.
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {redemption.isError && !redemption.isPending && (
        <Alert.Root status="error" role="alert">
          <Alert.Indicator />
          <Alert.Title>{failureText(redemption.error, 'Não foi possível fazer o resgate')}</Alert.Title>
        </Alert.Root>
      )}
      <DialogButtons>
        <Button variant="outline" onClick={onClose} disabled={redemption.isPending}>
          Manter investido
        </Button>
        <Button
          ref={button}
          onClick={() => redemption.mutate({ id: investment.id, idempotencyKey })}
          loading={redemption.isPending}
          loadingText="Resgatando…"
        >
          Resgatar {formatBrl(now.netCents)}
        </Button>
      </DialogButtons>
    </DialogFrame>
  );
}

const formatBrlText = (decimal: string): string => formatBrl(parseDecimal(decimal) ?? 0);

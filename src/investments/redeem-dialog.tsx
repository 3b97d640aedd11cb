import { chakra, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { earlyRedemption } from '#domain/investment/forecast';
import { formatBrl, parseDecimal } from '#domain/money';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Money } from '../ui/money.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
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
      <YieldFacts
        paid={now}
        netName="Líquido hoje"
        of={{ 'Valor aplicado': <Money decimal={investment.amount} exposed /> }}
      />
      {lostCents > 0 && (
        <Notice
          status="warning"
          title={`Esperando até ${formatDay(investment.maturityDate)}, seriam ${formatBrl(atMaturity.netCents)} líquidos`}
        >
          Resgatando hoje você deixa de receber{' '}
          <chakra.strong className="num">{formatBrl(lostCents)}</chakra.strong>. O valor é resgatado por
          inteiro, e não há como desfazer.
        </Notice>
      )}
      <Failure role="alert" of={redemption} fallback="Não foi possível fazer o resgate" />
      <DialogAct
        onCancel={onClose}
        cancel="Manter investido"
        pending={redemption.isPending}
        pendingText="Resgatando…"
        onClick={() => redemption.mutate({ id: investment.id, idempotencyKey })}
      >
        Resgatar {formatBrl(now.netCents)}
      </DialogAct>
    </DialogFrame>
  );
}

const formatBrlText = (decimal: string): string => formatBrl(parseDecimal(decimal) ?? 0);

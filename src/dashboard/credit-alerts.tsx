import { Alert, Stack } from '@chakra-ui/react';
import type { LinkProps } from '@tanstack/react-router';
import type { RouterOutputs } from '../trpc.ts';
import { CardLink } from './figure-cards.tsx';

type Notice = { status: 'error' | 'warning' | 'info'; title: string; to: LinkProps['to']; act: string };

/** Most urgent first. */
function noticesOf({
  overdueCount,
  unsignedCount,
  pendingCount,
}: RouterOutputs['credit']['summary']): Notice[] {
  return [
    overdueCount > 0 && {
      status: 'error' as const,
      title:
        overdueCount === 1 ? 'Você tem 1 parcela em atraso' : `Você tem ${overdueCount} parcelas em atraso`,
      to: '/client/my-credits' as const,
      act: 'Ver e pagar',
    },
    unsignedCount > 0 && {
      status: 'warning' as const,
      title:
        unsignedCount === 1
          ? 'Um crédito aprovado espera a sua assinatura'
          : `${unsignedCount} créditos aprovados esperam a sua assinatura`,
      to: '/client/contracts' as const,
      act: 'Assinar contrato',
    },
    pendingCount > 0 && {
      status: 'info' as const,
      title: pendingCount === 1 ? '1 proposta em análise' : `${pendingCount} propostas em análise`,
      to: '/client/credit' as const,
      act: 'Acompanhar',
    },
  ].filter((notice) => notice !== false);
}

export function CreditAlerts({ summary }: { summary: RouterOutputs['credit']['summary'] }) {
  const notices = noticesOf(summary);
  if (notices.length === 0) return null;
  return (
    <Stack gap="2">
      {notices.map(({ status, title, to, act }) => (
        <Alert.Root key={title} status={status} alignItems="center">
          <Alert.Indicator />
          <Alert.Content
            flexDirection="row"
            flexWrap="wrap"
            alignItems="center"
            justifyContent="space-between"
            columnGap="4"
          >
            <Alert.Title>{title}</Alert.Title>
            <CardLink to={to}>{act}</CardLink>
          </Alert.Content>
        </Alert.Root>
      ))}
    </Stack>
  );
}

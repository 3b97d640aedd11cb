import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { type Limit, LimitList, type Limits, nameOf } from '../shared-limits/limit-list.tsx';
import { trpc } from '../trpc.ts';
import { Fetched } from '../ui/fetched.tsx';
import { Money } from '../ui/money.tsx';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { toast, toastError } from '../ui/toast.ts';

const LimitDialog = part('LimitDialog', () => import('./limit-dialog.tsx'));
const ThresholdDialog = part('ThresholdDialog', () => import('./threshold-dialog.tsx'));

export function LimitsCard() {
  const limits = trpc.account.limits.list.useQuery();
  return (
    <SectionCard
      title="Limites e confirmações"
      description="Quanto pode sair da sua conta, e o que você confirma antes. Reduzir vale na hora; aumentar leva 24 horas."
    >
      <Fetched
        query={limits}
        failure="Não foi possível carregar os limites"
        skeleton={<RowsSkeleton rows={5} label="Carregando os limites…" />}
      >
        {(data) => <OwnLimits of={data} />}
      </Fetched>
    </SectionCard>
  );
}

function OwnLimits({ of }: { of: Limits }) {
  const [changing, setChanging] = useState<Limit | null>(null);
  const [opensThreshold, setOpensThreshold] = useState(false);
  return (
    <Stack gap="6">
      {of.isOptional && <RulesSwitch hasRules={of.hasRules} />}
      <LimitList
        of={of}
        actions={(limit) => (
          <Button
            variant="outline"
            minHeight="11"
            aria-label={`Mudar o limite: ${nameOf(limit)}`}
            aria-haspopup="dialog"
            onClick={() => setChanging(limit)}
          >
            Mudar
          </Button>
        )}
        raiseAction={({ id }, limit) => <CancelRaise id={id} name={nameOf(limit)} />}
      />
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <Stack gap="0" flex="1 1 14rem">
          <Text fontWeight="600">Confirmar todo pagamento acima de</Text>
          <Text color="fg.muted" className="num">
            {of.confirmAbove === null ? (
              'Nenhum valor: só confirmo o que o banco pede.'
            ) : (
              <Money decimal={of.confirmAbove} exposed />
            )}
          </Text>
        </Stack>
        <Button
          variant="outline"
          minHeight="11"
          aria-label="Mudar o valor a partir do qual confirmar"
          aria-haspopup="dialog"
          onClick={() => setOpensThreshold(true)}
        >
          Mudar
        </Button>
      </Flex>
      {changing && <LimitDialog limit={changing} onClose={() => setChanging(null)} />}
      {opensThreshold && (
        <ThresholdDialog confirmAbove={of.confirmAbove} onClose={() => setOpensThreshold(false)} />
      )}
    </Stack>
  );
}

function RulesSwitch({ hasRules }: { hasRules: boolean }) {
  const invalidate = useInvalidate();
  const change = trpc.account.limits.changeProtection.useMutation({
    onSuccess: (_answer, asked) => {
      toast({ title: asked.hasRules ? 'Regras ligadas' : 'Regras desligadas' });
      return invalidate('limits');
    },
    onError: (error) => toastError('Nada mudou', error, 'Tente de novo em instantes.'),
  });
  return (
    <SwitchRow
      label="Proteger os pagamentos da minha conta"
      hint="Nesta instalação as regras são opcionais: ligue-as para a sua conta. Com elas valem os limites abaixo, e você confirma o que paga a quem nunca pagou, ou de um aparelho não cadastrado."
      isOn={hasRules}
      isSaving={change.isPending}
      words={['Ligado', 'Desligado']}
      onChange={(isOn) => change.mutate({ hasRules: isOn })}
    />
  );
}

function CancelRaise({ id, name }: { id: string; name: string }) {
  const invalidate = useInvalidate();
  const cancel = trpc.account.limits.cancelRaise.useMutation({
    onSuccess: () => toast({ title: 'Aumento cancelado' }),
    onError: (error) =>
      toastError('Não foi possível cancelar o aumento', error, 'Tente de novo em instantes.'),
    // After a failure too: the raise may hold already.
    onSettled: () => invalidate('limits'),
  });
  return (
    <Button
      variant="plain"
      colorPalette="brand"
      color="brand.fg"
      textDecoration="underline"
      minHeight="11"
      paddingInline="0"
      aria-label={`Cancelar o aumento: ${name}`}
      loading={cancel.isPending}
      onClick={() => cancel.mutate({ id })}
    >
      Cancelar
    </Button>
  );
}

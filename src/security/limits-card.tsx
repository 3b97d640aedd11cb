import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
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
const UndoDialog = part('UndoDialog', () => import('./undo-dialog.tsx'));
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
  const [opened, setOpened] = useState<'threshold' | 'undo' | null>(null);
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
      <Choice
        name="Confirmar todo pagamento acima de"
        action="Mudar o valor a partir do qual confirmar"
        onChange={() => setOpened('threshold')}
      >
        {of.confirmAbove === null ? (
          'Nenhum valor: só confirmo o que o banco pede.'
        ) : (
          <Money decimal={of.confirmAbove} exposed />
        )}
      </Choice>
      <Choice
        name="Poder desfazer pagamentos a alguém novo"
        action="Mudar o tempo para desfazer"
        onChange={() => setOpened('undo')}
      >
        {of.undoMinutes === 0 ? (
          'Não: saem na hora.'
        ) : (
          <>
            Por {of.undoMinutes} min, acima de <Money decimal={of.undoAbove} exposed />
          </>
        )}
      </Choice>
      {changing && <LimitDialog limit={changing} onClose={() => setChanging(null)} />}
      {opened === 'threshold' && (
        <ThresholdDialog confirmAbove={of.confirmAbove} onClose={() => setOpened(null)} />
      )}
      {opened === 'undo' && <UndoDialog undoMinutes={of.undoMinutes} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

type ChoiceProps = { name: string; action: string; onChange: () => void; children: ReactNode };

function Choice({ name, action, onChange, children }: ChoiceProps) {
  return (
    <Flex align="center" justify="space-between" gap="3" wrap="wrap">
      <Stack gap="0" flex="1 1 14rem">
        <Text fontWeight="600">{name}</Text>
        <Text color="fg.muted" className="num">
          {children}
        </Text>
      </Stack>
      <Button variant="outline" minHeight="11" aria-label={action} aria-haspopup="dialog" onClick={onChange}>
        Mudar
      </Button>
    </Flex>
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

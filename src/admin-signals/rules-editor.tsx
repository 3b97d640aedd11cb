import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { SignalRules } from '#domain/protection/signals';
import { trpc } from '../trpc.ts';
import { Form, useZodForm } from '../ui/form.tsx';
import { Failure } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { ReplayAnswer } from './replay-answer.tsx';
import { RulesFields } from './rules-fields.tsx';
import { asRules, asTyped, type Current, isSame, REPLAY_DAYS, type RulesDraft } from './rules-form.ts';

const TurnOnDialog = part('TurnOnDialog', () => import('./turn-on-dialog.tsx'));

const draftRules = async () => (await import('./form-schema.ts')).rulesDraftSchema;

const DAYS = REPLAY_DAYS.map((value) => ({ value, label: `${value} dias` }));

/** Rules can be turned on after a replay of exactly these. */
export function RulesEditor({ current }: { current: Current }) {
  const form = useZodForm<RulesDraft>(draftRules, asTyped(current.rules));
  const replay = trpc.admin.signals.replay.useMutation();
  const [turningOn, setTurningOn] = useState<SignalRules | null>(null);
  const rules = asRules(form.watch());
  const isChanged = !isSame(current.rules, rules);
  const isSeen = replay.data !== undefined && isSame(replay.variables, rules);
  const discard = () => {
    form.reset(asTyped(current.rules));
    replay.reset();
  };
  return (
    <Form
      form={form}
      label="Regras de prevenção"
      onSubmit={(draft) => replay.mutate({ ...asRules(draft), days: Number(draft.days) })}
    >
      <Stack gap="6">
        <RulesFields />
        <SectionCard
          title="Simulação"
          description="Avalia os pagamentos que já foram pedidos com os valores acima. Nada muda."
        >
          <Flex gap="4" align="flex-end" wrap="wrap">
            <RadioChips name="days" label="Pagamentos dos últimos" options={DAYS} />
            <Button type="submit" variant="outline" loading={replay.isPending} loadingText="Simulando…">
              Simular
            </Button>
          </Flex>
          <div role="status">
            {replay.isPending && (
              <Text color="fg.muted">
                Avaliando os pagamentos dos últimos {replay.variables.days} dias. Pode levar alguns segundos.
              </Text>
            )}
            {replay.data && <ReplayAnswer replay={replay.data} isOld={!isSeen} />}
          </div>
          <Failure role="alert" of={replay} fallback="A simulação não foi feita. Tente de novo." />
        </SectionCard>
        <Flex gap="3" align="center" wrap="wrap">
          <Button
            aria-haspopup="dialog"
            aria-describedby="ligar-quando"
            disabled={!isChanged || !isSeen}
            onClick={() => setTurningOn(rules)}
          >
            Ligar estas regras
          </Button>
          <Button variant="outline" disabled={!isChanged} onClick={discard}>
            Descartar mudanças
          </Button>
          <Text id="ligar-quando" color="fg.muted" textStyle="sm">
            {whatIsMissing(isChanged, isSeen)}
          </Text>
        </Flex>
      </Stack>
      {turningOn && replay.data && (
        <TurnOnDialog
          current={current}
          rules={turningOn}
          replay={replay.data}
          onClose={() => setTurningOn(null)}
        />
      )}
    </Form>
  );
}

function whatIsMissing(isChanged: boolean, isSeen: boolean): string {
  if (!isChanged) return 'Nada mudou ainda.';
  return isSeen ? 'Simuladas: já podem ser ligadas.' : 'Simule estes valores antes de ligar.';
}

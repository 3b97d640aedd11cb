import { Stack, Text } from '@chakra-ui/react';
import { formatBrl } from '#domain/money';
import type { SignalRules } from '#domain/protection/signals';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Facts } from '../ui/fact.tsx';
import { Failure } from '../ui/notice.tsx';
import { serverErrorOf } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';
import { type Replay, replayInWords } from './replay-words.ts';
import { type Current, changesOf, type RuleChange } from './rules-form.ts';

const FAILURE = 'As regras não foram ligadas. Tente de novo.';

type TurnOnDialogProps = { current: Current; rules: SignalRules; replay: Replay; onClose: () => void };

export function TurnOnDialog({ current, rules, replay, onClose }: TurnOnDialogProps) {
  const utils = trpc.useUtils();
  const invalidate = useInvalidate();
  const change = trpc.admin.signals.change.useMutation({
    onSuccess: (kept) => {
      toast({ title: 'Regras ligadas', description: 'Valem para os pagamentos a partir de agora.' });
      onClose();
      utils.admin.signals.get.setData(undefined, kept);
      void invalidate('administration');
    },
    onError: (error) => {
      if (serverErrorOf(error)?.code !== 'SIGNALS_CHANGED') return;
      // The form begins again with the rules that hold now.
      toastError('As regras não foram ligadas', error, FAILURE);
      onClose();
      void invalidate('administration');
    },
  });
  return (
    <DialogFrame title="Ligar estas regras?" role="alertdialog" locked={change.isPending} onClose={onClose}>
      <Text>
        Elas valem para os pagamentos a partir de agora. Os que já foram feitos ou estão em análise não mudam.
      </Text>
      <Stack gap="1">
        <Text fontWeight="600">O que muda</Text>
        <Facts
          of={Object.fromEntries(
            changesOf(current.rules, rules).map((one) => [
              one.label,
              <span key={one.label}>
                {shown(one, one.from)} → <strong>{shown(one, one.to)}</strong>
              </span>,
            ]),
          )}
        />
      </Stack>
      <Text>{replayInWords(replay)}</Text>
      <Failure role="alert" of={change} fallback={FAILURE} />
      <DialogAct
        onCancel={onClose}
        pending={change.isPending}
        pendingText="Ligando…"
        onClick={() => change.mutate({ ...rules, basedOn: current.version })}
      >
        Ligar estas regras
      </DialogAct>
    </DialogFrame>
  );
}

const shown = ({ isCents }: RuleChange, value: number): string =>
  isCents ? formatBrl(value) : value.toLocaleString('pt-BR');

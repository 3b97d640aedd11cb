import { Stack, Text } from '@chakra-ui/react';
import { z } from 'zod';
import { MOST_UNDO_MINUTES } from '#domain/protection/waiting';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Failure } from '../ui/notice.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';

const MINUTES_MESSAGE = `Informe de 0 a ${MOST_UNDO_MINUTES} minutos`;

const formSchema = z.object({
  minutes: z
    .string()
    .trim()
    .regex(/^\d{1,2}$/, MINUTES_MESSAGE)
    .refine((text) => Number(text) <= MOST_UNDO_MINUTES, MINUTES_MESSAGE),
});

type UndoDialogProps = { undoMinutes: number; onClose: () => void };

export function UndoDialog({ undoMinutes, onClose }: UndoDialogProps) {
  const invalidate = useInvalidate();
  const form = useZodForm(formSchema, { minutes: String(undoMinutes) });
  const change = trpc.account.limits.changeProtection.useMutation({
    onSuccess: async () => {
      toast({ title: 'Escolha salva' });
      await invalidate('limits');
      onClose();
    },
  });
  return (
    <DialogFrame title="Tempo para desfazer" locked={change.isPending} onClose={onClose}>
      <Text>
        Um pagamento alto a alguém novo fica reservado por este tempo antes de sair. Aumentar vale na hora;
        para diminuir você confirma que é você.
      </Text>
      <Form
        form={form}
        label="Tempo para desfazer"
        onSubmit={({ minutes }) => change.mutate({ undoMinutes: Number(minutes) })}
      >
        <Stack gap="5">
          <FormField
            name="minutes"
            label="Minutos"
            hint={`De 0 a ${MOST_UNDO_MINUTES}. Com 0, saem na hora.`}
          >
            <TextInput inputMode="numeric" maxLength={2} />
          </FormField>
          <Failure role="alert" of={change} fallback="Nada mudou" />
          <DialogAct onCancel={onClose} pending={change.isPending} pendingText="Salvando…">
            Salvar
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

import { Stack, Text } from '@chakra-ui/react';
import { z } from 'zod';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Failure } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';

const formSchema = z.object({ amount: z.string() });

type ThresholdDialogProps = { confirmAbove: string | null; onClose: () => void };

export function ThresholdDialog({ confirmAbove, onClose }: ThresholdDialogProps) {
  const invalidate = useInvalidate();
  const form = useZodForm(formSchema, { amount: confirmAbove ?? '' });
  const change = trpc.account.limits.changeProtection.useMutation({
    onSuccess: async () => {
      toast({ title: 'Escolha salva' });
      await invalidate('limits');
      onClose();
    },
  });
  return (
    <DialogFrame title="Confirmar pagamentos" locked={change.isPending} onClose={onClose}>
      <Text>
        Você confirma com a chave de acesso ou com um código todo pagamento acima deste valor, mesmo a quem já
        pagou. Destinatários em que você confia ficam de fora.
      </Text>
      <Form
        form={form}
        label="Confirmar pagamentos"
        onSubmit={({ amount }) => change.mutate({ confirmAbove: amount || null })}
      >
        <Stack gap="5">
          <FormField name="amount" label="Acima de" hint="Em branco: só o que o banco pede.">
            <MoneyInput />
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

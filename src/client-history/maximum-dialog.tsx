import { Stack, Text } from '@chakra-ui/react';
import { z } from 'zod';
import { reasonSchema } from '#domain/account/transfer';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { formatBrl, parseDecimal } from '#domain/money';
import { useInvalidate } from '../invalidation.ts';
import { type Limit, nameOf } from '../shared-limits/limit-list.tsx';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Failure } from '../ui/notice.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { toast } from '../ui/toast.ts';
import type { Client } from './client-card.tsx';

const formSchema = z.object({ amount: z.string(), reason: reasonSchema });

type MaximumDialogProps = { client: Client; limit: Limit; onClose: () => void };

/** An empty field is a maximum of zero: nothing leaves. */
export function MaximumDialog({ client: { id, fullName }, limit, onClose }: MaximumDialogProps) {
  const { kind, window, maximum } = limit;
  const invalidate = useInvalidate();
  const form = useZodForm(formSchema, { amount: maximum, reason: '' });
  const change = trpc.admin.users.changeMaximum.useMutation({
    onSuccess: async () => {
      toast({ title: 'Máximo alterado', description: 'O cliente é avisado' });
      await invalidate('administration');
      onClose();
    },
  });
  return (
    <DialogFrame title="Mudar o máximo" locked={change.isPending} onClose={onClose}>
      <Form
        form={form}
        label="Mudar o máximo"
        onSubmit={({ amount, reason }) =>
          change.mutate({ id, kind, window, amount: amount || '0.00', reason })
        }
      >
        <Stack gap="5">
          <Text>
            {nameOf(limit)}, de <strong>{fullName}</strong>: hoje até {formatBrl(parseDecimal(maximum) ?? 0)}.
            Um máximo menor que o limite escolhido vale na hora.
          </Text>
          <FormField name="amount" label="Novo máximo" hint="Em branco: nada sai.">
            <MoneyInput />
          </FormField>
          <FormField name="reason" label="Motivo" hint="O cliente lê este motivo; ele fica na auditoria.">
            <TextArea rows={3} maxLength={MAX_DESCRIPTION_LENGTH} />
          </FormField>
          <Failure role="alert" of={change} fallback="O máximo não foi alterado" />
          <DialogAct onCancel={onClose} pending={change.isPending} pendingText="Salvando…">
            Mudar o máximo
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

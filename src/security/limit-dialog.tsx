import { Stack, Text } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { formatBrl, parseDecimal } from '#domain/money';
import { useInvalidate } from '../invalidation.ts';
import { type Limit, nameOf } from '../shared-limits/limit-list.tsx';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Failure, Notice } from '../ui/notice.tsx';
import { serverErrorOf } from '../ui/server-error.ts';
import { toast } from '../ui/toast.ts';

const formSchema = z.object({ amount: z.string() });
const ABOVE_MAXIMUM = 'LIMIT_ABOVE_MAXIMUM';

/** An empty field is a limit of zero: nothing leaves. */
export function LimitDialog({ limit, onClose }: { limit: Limit; onClose: () => void }) {
  const { kind, window, amount, maximum } = limit;
  const beforeCents = parseDecimal(amount) ?? 0;
  const invalidate = useInvalidate();
  const form = useZodForm(formSchema, { amount });
  const typed = useWatch({ control: form.control, name: 'amount' });
  const change = trpc.account.limits.change.useMutation({
    onSuccess: async (_limits, asked) => {
      const isRaise = (parseDecimal(String(asked.amount)) ?? 0) > beforeCents;
      toast({ title: isRaise ? 'Aumento pedido: vale em 24 horas' : 'Limite alterado' });
      await invalidate('limits');
      onClose();
    },
  });
  const isAbove = serverErrorOf(change.error)?.code === ABOVE_MAXIMUM;
  return (
    <DialogFrame title="Mudar o limite" locked={change.isPending} onClose={onClose}>
      <Text>
        <strong>{nameOf(limit)}</strong>. Hoje: {formatBrl(beforeCents)}.
      </Text>
      <Form
        form={form}
        label="Mudar o limite"
        onSubmit={(values) => change.mutate({ kind, window, amount: values.amount || '0.00' })}
      >
        <Stack gap="5">
          <FormField
            name="amount"
            label="Novo limite"
            hint={`Até ${formatBrl(parseDecimal(maximum) ?? 0)}. Em branco: nada sai.`}
            failure={isAbove ? failureText(change.error, 'O limite não mudou') : undefined}
          >
            <MoneyInput />
          </FormField>
          <div aria-live="polite">
            <Effect beforeCents={beforeCents} cents={parseDecimal(typed || '0.00') ?? 0} />
          </div>
          {!isAbove && <Failure role="alert" of={change} fallback="O limite não mudou" />}
          <DialogAct onCancel={onClose} pending={change.isPending} pendingText="Salvando…">
            Mudar o limite
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

function Effect({ beforeCents, cents }: { beforeCents: number; cents: number }) {
  if (cents === beforeCents) return null;
  return cents < beforeCents ? (
    <Notice status="info" title="Vale na hora" />
  ) : (
    <Notice status="info" title="Vale depois de 24 horas">
      Avisamos você, que até lá pode cancelar o aumento aqui.
    </Notice>
  );
}

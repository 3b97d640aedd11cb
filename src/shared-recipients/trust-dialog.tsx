import { Button, Stack, Text } from '@chakra-ui/react';
import { z } from 'zod';
import { typedAmountSchema } from '#domain/amount';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { formatMoment } from '../ui/date.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { Failure } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';
import type { Recipient } from './recipient.ts';
import { wordsOf } from './recipient-words.ts';

const formSchema = z.object({ trustedUpTo: typedAmountSchema });

/** Up to which amount payments to this recipient are not confirmed again. */
export function TrustDialog({ recipient, onClose }: { recipient: Recipient; onClose: () => void }) {
  const { id, trustedUpTo, trustedFrom } = recipient;
  const { name } = wordsOf(recipient);
  const form = useZodForm<z.input<typeof formSchema>>(formSchema, { trustedUpTo: trustedUpTo ?? '' });
  const limits = trpc.account.limits.list.useQuery();
  const invalidate = useInvalidate();
  const change = trpc.account.changeRecipient.useMutation({
    onSuccess: (_done, { trustedUpTo: upTo }) => {
      toast({ title: upTo === null ? 'Confiança retirada' : 'Confiança salva' });
      onClose();
    },
    onSettled: () => invalidate('recipients'),
  });
  return (
    <DialogFrame title={`Confiar em ${name}`} locked={change.isPending} onClose={onClose}>
      <Form form={form} label="Confiar até" onSubmit={(values) => change.mutate({ id, ...values })}>
        <Stack gap="5">
          <FormField
            name="trustedUpTo"
            label="Confiar até"
            hint={`Pagamentos até este valor não são confirmados de novo. Seus limites continuam valendo.${
              limits.data?.hasRules
                ? ' Sem autenticação de dois fatores ativa há 24 horas, um valor maior só vale 24 horas depois, e até lá nem o anterior vale.'
                : ''
            }`}
          >
            <MoneyInput />
          </FormField>
          {trustedFrom !== null && (
            <Text>Por enquanto a confiança espera: esta vale a partir de {formatMoment(trustedFrom)}.</Text>
          )}
          {trustedUpTo !== null && (
            <Button
              variant="outline"
              alignSelf="start"
              disabled={change.isPending}
              onClick={() => change.mutate({ id, trustedUpTo: null })}
            >
              Deixar de confiar
            </Button>
          )}
          <Failure of={change} fallback="Tente de novo em instantes." />
          <DialogAct onCancel={onClose} pending={change.isPending} pendingText="Salvando…">
            Salvar
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

import { Stack, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { z } from 'zod';
import { reasonSchema } from '#domain/account/transfer';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { trpc } from '../trpc.ts';
import { DialogAct } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Failure } from '../ui/notice.tsx';
import { httpStatusOf } from '../ui/server-error.ts';
import { TextArea } from '../ui/text-area.tsx';
import { toast, toastError } from '../ui/toast.ts';
import type { DecisionProps } from './approve-step.tsx';
import { Panel } from './panel.tsx';

const FAILURE = 'Não foi possível rejeitar a proposta';
const formSchema = z.object({ reason: reasonSchema });

type RejectStepProps = DecisionProps & {
  reason: string;
  onBack: (typed: string) => void;
};

export function RejectStep({ proposal, onDecided, onConflict, reason, onBack }: RejectStepProps) {
  const form = useZodForm(formSchema, { reason });
  const { setFocus } = form;
  useEffect(() => setFocus('reason'), [setFocus]);
  const rejection = trpc.credit.proposals.reject.useMutation({
    onSuccess: (decided) => {
      toast({ title: 'Proposta rejeitada', description: proposal.holder?.name });
      onDecided(decided);
    },
    onError: (error) => {
      toastError('Erro ao rejeitar', error, FAILURE);
      if (httpStatusOf(error) === 409) onConflict();
    },
  });
  return (
    <Panel title="Confirme a rejeição">
      <Form
        form={form}
        label="Rejeição"
        onSubmit={({ reason }) => rejection.mutate({ id: proposal.id, reason })}
      >
        <Stack gap="4">
          <Text>
            O pedido de <strong>{proposal.holder?.name}</strong> é encerrado.
          </Text>
          <FormField
            name="reason"
            label="Motivo"
            hint="O cliente lê este motivo no e-mail e na proposta; ele fica na auditoria."
          >
            <TextArea rows={3} maxLength={MAX_DESCRIPTION_LENGTH} />
          </FormField>
          <div role="alert">
            <Failure of={rejection} fallback={FAILURE} />
          </div>
          <DialogAct
            onCancel={() => onBack(form.getValues('reason'))}
            cancel="Voltar"
            pending={rejection.isPending}
            pendingText="Rejeitando…"
            colorPalette="negative"
          >
            Confirmar rejeição
          </DialogAct>
        </Stack>
      </Form>
    </Panel>
  );
}

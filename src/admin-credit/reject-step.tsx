import { Alert, Button, Stack, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { z } from 'zod';
import { reasonSchema } from '#domain/account/transfer';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { trpc } from '../trpc.ts';
import { DialogButtons } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
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
  const button = useFocusBack(rejection.isPending);
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
            {rejection.isError && !rejection.isPending && (
              <Alert.Root status="error">
                <Alert.Indicator />
                <Alert.Title>{failureText(rejection.error, FAILURE)}</Alert.Title>
              </Alert.Root>
            )}
          </div>
          <DialogButtons>
            <Button
              variant="outline"
              onClick={() => onBack(form.getValues('reason'))}
              disabled={rejection.isPending}
            >
              Voltar
            </Button>
            <Button
              ref={button}
              type="submit"
              colorPalette="negative"
              loading={rejection.isPending}
              loadingText="Rejeitando…"
            >
              Confirmar rejeição
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </Panel>
  );
}

import { Button, Flex, Stack } from '@chakra-ui/react';
import { answerReviewSchema } from '#domain/credit/input';
import { trpc } from '../trpc.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Failure } from '../ui/notice.tsx';
import { httpStatusOf } from '../ui/server-error.ts';
import { TextArea } from '../ui/text-area.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { Panel } from './panel.tsx';
import type { Proposal } from './use-proposals.ts';

const FAILURE = 'Não foi possível concluir a revisão';
const formSchema = answerReviewSchema.pick({ text: true });

type ReviewStepProps = {
  proposal: Proposal;
  onDone: (proposal: Proposal) => void;
  onConflict: () => void;
};

export function ReviewStep({ proposal, onDone, onConflict }: ReviewStepProps) {
  const form = useZodForm(formSchema, { text: '' });
  const review = trpc.credit.proposals.answerReview.useMutation({
    onSuccess: (reviewed) => {
      toast({ title: 'Revisão concluída', description: proposal.holder?.name });
      onDone(reviewed);
    },
    onError: (error) => {
      toastError('Erro ao concluir a revisão', error, FAILURE);
      if (httpStatusOf(error) === 409) onConflict();
    },
  });
  const button = useFocusBack(review.isPending);
  return (
    <Panel title="Revisão pedida">
      <Form
        form={form}
        label="Revisão pedida"
        onSubmit={({ text }) => review.mutate({ id: proposal.id, text })}
      >
        <Stack gap="4">
          <FormField
            name="text"
            label="Conclusão"
            hint="O cliente lê este texto no e-mail e na proposta; ele fica na auditoria. A decisão não muda."
          >
            <TextArea rows={3} maxLength={500} />
          </FormField>
          <div role="alert">
            <Failure of={review} fallback={FAILURE} />
          </div>
          <Flex justify="flex-end">
            <Button ref={button} type="submit" loading={review.isPending} loadingText="Concluindo…">
              Concluir revisão
            </Button>
          </Flex>
        </Stack>
      </Form>
    </Panel>
  );
}

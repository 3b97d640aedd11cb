import { Stack, Text } from '@chakra-ui/react';
import { correctEmailSchema } from '#domain/auth/correct-email';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { messageOf, NO_ANSWER } from '../ui/server-error.ts';
import { TextArea } from '../ui/text-area.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';

const formSchema = correctEmailSchema.omit({ id: true });

type EmailDialogProps = { client: RouterOutputs['admin']['users']['get']; onClose: () => void };

export function EmailDialog({ client, onClose }: EmailDialogProps) {
  const { id, fullName, email, isActive } = client;
  const invalidate = useInvalidate();
  const utils = trpc.useUtils();
  const form = useZodForm(formSchema, { email: '', reason: '' });
  const correction = trpc.admin.users.correctEmail.useMutation({
    onSuccess: async () => {
      toast({ title: 'E-mail corrigido', description: 'Os dois endereços são avisados' });
      await Promise.all([invalidate('administration'), utils.admin.users.get.invalidate({ id })]);
      onClose();
    },
  });
  return (
    <DialogFrame title="Corrigir e-mail" locked={correction.isPending} onClose={onClose}>
      <Form form={form} onSubmit={(values) => correction.mutate({ ...values, id })}>
        <Stack gap="5">
          <Text>
            O e-mail de <strong>{fullName}</strong> é hoje <strong>{email}</strong>. Com a correção, as
            sessões e os tokens do cliente são encerrados.{' '}
            {isActive
              ? 'Por 72 horas o endereço anterior recebe os links e códigos que provam a identidade, e pode desfazer a correção. Se ele é de um intruso, desative antes o acesso do cliente.'
              : 'Como o acesso está desativado, o endereço anterior não pode desfazer a correção; a senha, as chaves de acesso e os aparelhos deixam de valer.'}
          </Text>
          <FormField name="email" label="E-mail correto">
            <TextInput type="email" inputMode="email" autoComplete="off" />
          </FormField>
          <FormField name="reason" label="Motivo" hint="O cliente lê este motivo; ele fica na auditoria.">
            <TextArea rows={3} maxLength={MAX_DESCRIPTION_LENGTH} />
          </FormField>
          <div role="alert">
            {correction.error && !correction.isPending && (
              <Notice status="error" title="O e-mail não foi corrigido">
                {messageOf(correction.error, NO_ANSWER)}
              </Notice>
            )}
          </div>
          <DialogAct onCancel={onClose} pending={correction.isPending} pendingText="Corrigindo…">
            Corrigir e-mail
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

import { Stack } from '@chakra-ui/react';
import { addPasskeySchema, MAX_PASSKEY_NAME } from '#domain/auth/passkey';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Failure } from '../ui/notice.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';

type Passkey = RouterOutputs['auth']['passkeys']['list'][number];

const formSchema = addPasskeySchema.pick({ name: true });

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const invalidate = useInvalidate();
  const form = useZodForm(formSchema, { name: passkey.name });
  const rename = trpc.auth.passkeys.rename.useMutation({
    onSuccess: () => {
      toast({ title: 'Chave de acesso renomeada' });
      onClose();
    },
    onSettled: () => invalidate('credentials'),
  });
  return (
    <DialogFrame title="Renomear chave de acesso" onClose={onClose}>
      <Form
        form={form}
        label="Renomear chave de acesso"
        onSubmit={({ name }) => rename.mutate({ id: passkey.id, name })}
      >
        <Stack gap="5">
          <FormField name="name" label="Nome">
            <TextInput maxLength={MAX_PASSKEY_NAME} autoComplete="off" />
          </FormField>
          <Failure of={rename} fallback="Não foi possível renomear a chave" />
          <DialogAct onCancel={onClose} pending={rename.isPending} pendingText="Salvando…">
            Salvar
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

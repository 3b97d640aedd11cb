import { Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { addPasskeySchema, MAX_PASSKEY_NAME } from '#domain/auth/passkey';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { passkeyFailure } from '../ui/passkey-support.ts';
import { unlessCancelled } from '../ui/server-error.ts';
import { TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';
import { asksForEmail, ConfirmEmailFirst } from './confirm-email-first.tsx';
import { createPasskey } from './passkey-ceremony.ts';

const NOT_ADDED = 'Não foi possível adicionar a chave';

const formSchema = addPasskeySchema.pick({ name: true });

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(formSchema, { name: '' });
  const { add, pending, failure } = useAdding(onClose);
  return (
    <DialogFrame title="Adicionar chave de acesso" locked={pending} onClose={onClose}>
      <Text>
        O seu aparelho guarda a chave e confere que é você antes de usá-la. O banco fica só com a parte
        pública.
      </Text>
      <Form form={form} label="Adicionar chave de acesso" onSubmit={({ name }) => add(name)}>
        <Stack gap="5">
          <FormField name="name" label="Nome" hint="Para você reconhecer depois em que aparelho ela está.">
            <TextInput maxLength={MAX_PASSKEY_NAME} autoComplete="off" placeholder="Notebook" />
          </FormField>
          {asksForEmail(failure) ? (
            <ConfirmEmailFirst onLeave={onClose} />
          ) : (
            failure !== null && (
              <Notice status="error" role="alert" title={passkeyFailure(failure, NOT_ADDED)} />
            )
          )}
          <DialogAct onCancel={onClose} pending={pending} pendingText="Siga no aparelho…">
            Criar chave
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

function useAdding(onClose: () => void) {
  const invalidate = useInvalidate();
  const begin = trpc.auth.passkeys.beginAdding.useMutation();
  const keep = trpc.auth.passkeys.add.useMutation();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function add(name: string) {
    setPending(true);
    setFailure(null);
    try {
      const created = await createPasskey(await begin.mutateAsync());
      await keep.mutateAsync({ name, created });
      toast({ title: 'Chave de acesso adicionada' });
      void invalidate('credentials');
      onClose();
    } catch (error) {
      setPending(false);
      setFailure(unlessCancelled(error));
    }
  }

  return { add, pending, failure };
}

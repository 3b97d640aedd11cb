import { Stack } from '@chakra-ui/react';
import { renameDeviceSchema } from '#domain/auth/device';
import { useInvalidate } from '../invalidation.ts';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Failure } from '../ui/notice.tsx';
import { TextInput } from '../ui/text-input.tsx';

const formSchema = renameDeviceSchema.pick({ name: true });

type Device = RouterOutputs['auth']['devices']['list'][number];

export function RenameDialog({ device: { id, name }, onClose }: { device: Device; onClose: () => void }) {
  const invalidate = useInvalidate();
  const form = useZodForm(formSchema, { name });
  const rename = trpc.auth.devices.rename.useMutation({
    onSuccess: async () => {
      await invalidate('credentials');
      onClose();
    },
  });
  return (
    <DialogFrame title="Renomear aparelho" onClose={onClose}>
      <Form form={form} label="Renomear aparelho" onSubmit={(values) => rename.mutate({ ...values, id })}>
        <Stack gap="5">
          <FormField name="name" label="Nome">
            <TextInput maxLength={60} autoComplete="off" />
          </FormField>
          <Failure role="alert" of={rename} fallback="Não foi possível renomear o aparelho" />
          <DialogAct onCancel={onClose} pending={rename.isPending} pendingText="Salvando…">
            Salvar
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

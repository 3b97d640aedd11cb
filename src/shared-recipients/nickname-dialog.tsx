import { Stack } from '@chakra-ui/react';
import { z } from 'zod';
import { nicknameSchema } from '#domain/account/recipient';
import { MAX_NICKNAME_LENGTH } from '#domain/limits';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogAct, DialogFrame } from '../ui/dialog-frame.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Failure } from '../ui/notice.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';
import type { Recipient } from './recipient.ts';
import { wordsOf } from './recipient-words.ts';

const formSchema = z.object({ nickname: nicknameSchema });

export function NicknameDialog({ recipient, onClose }: { recipient: Recipient; onClose: () => void }) {
  const { id, nickname } = recipient;
  const { name } = wordsOf(recipient);
  const form = useZodForm<z.input<typeof formSchema>>(formSchema, { nickname: nickname ?? '' });
  const invalidate = useInvalidate();
  const change = trpc.account.changeRecipient.useMutation({
    onSuccess: () => {
      toast({ title: 'Apelido salvo' });
      onClose();
    },
    onSettled: () => invalidate('recipients'),
  });
  return (
    <DialogFrame title={`Apelidar ${name}`} locked={change.isPending} onClose={onClose}>
      <Form form={form} label="Apelido" onSubmit={(values) => change.mutate({ id, ...values })}>
        <Stack gap="5">
          <FormField
            name="nickname"
            label="Apelido"
            hint="Só você vê. O nome de quem recebe continua ao lado. Em branco, o apelido sai."
          >
            <TextInput maxLength={MAX_NICKNAME_LENGTH} autoComplete="off" placeholder="Aluguel" />
          </FormField>
          <Failure of={change} fallback="Tente de novo em instantes." />
          <DialogAct onCancel={onClose} pending={change.isPending} pendingText="Salvando…">
            Salvar
          </DialogAct>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

import { Button, Stack, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { type ContactChannel, contactCodeSchema } from '#domain/auth/contact-code';
import { CONTACT_CODE } from '#domain/limits';
import { trpc } from '../trpc.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { messageOf } from '../ui/server-error.ts';
import { TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';

const WORDS = {
  email: { title: 'Confirmar e-mail', done: 'E-mail confirmado', by: 'por e-mail' },
  phone: { title: 'Confirmar telefone', done: 'Telefone confirmado', by: 'por SMS' },
} as const;

const codeRules = z.object({ code: contactCodeSchema });

type Props = { channel: ContactChannel; value: string; onClose: () => void };

/** Sends a code on opening. */
export function ConfirmContactDialog({ channel, value, onClose }: Props) {
  const utils = trpc.useUtils();
  const { title, done, by } = WORDS[channel];
  const form = useZodForm<{ code: string }>(codeRules, { code: '' });
  const request = trpc.auth.contacts.requestCode.useMutation();
  const confirm = trpc.auth.contacts.confirm.useMutation({
    onSuccess: async () => {
      toast({ title: done });
      await utils.auth.contacts.list.invalidate();
      onClose();
    },
    onError: (error) => {
      form.resetField('code');
      form.setError(
        'code',
        { message: messageOf(error, 'Tente de novo em instantes.') },
        { shouldFocus: true },
      );
    },
  });
  const asked = useRef(false);
  const { mutate: send } = request;
  useEffect(() => {
    if (!asked.current) send({ channel });
    asked.current = true;
  }, [send, channel]);

  return (
    <DialogFrame title={title} onClose={onClose} locked={confirm.isPending}>
      <Form form={form} label={title} onSubmit={({ code }) => confirm.mutate({ channel, code })}>
        <Stack gap="5">
          <Text>
            Enviamos {by} um código de {CONTACT_CODE.length} números para{' '}
            <strong className="num">{value}</strong>. Ele vale {CONTACT_CODE.ttlSeconds / 60} minutos.
          </Text>
          <div role="alert">
            {request.error && (
              <Notice
                status="warning"
                title={failureText(request.error, 'O código não foi enviado. Peça outro.')}
              />
            )}
          </div>
          <FormField name="code" label="Código recebido">
            <TextInput
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={CONTACT_CODE.length + 4}
              className="num"
            />
          </FormField>
          <DialogButtons>
            <Button
              variant="outline"
              onClick={() => send({ channel })}
              loading={request.isPending}
              loadingText="Enviando…"
            >
              Enviar outro código
            </Button>
            <Button type="submit" loading={confirm.isPending} loadingText="Confirmando…">
              Confirmar
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

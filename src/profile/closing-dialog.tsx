import { Button, Stack } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { CLOSING_WORD, closeAccountSchema } from '#domain/auth/closing';
import { queryClient, trpc } from '../trpc.ts';
import { DialogAct, DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Fetched } from '../ui/fetched.tsx';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { forgetUse } from '../ui/last-use.ts';
import { LinkButton } from '../ui/links.tsx';
import { Bullets, Notice } from '../ui/notice.tsx';
import { serverErrorOf, unlessCancelled } from '../ui/server-error.ts';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { PasswordInput, TextInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';

const FAILED = 'Não foi possível encerrar a conta';

const formSchema = closeAccountSchema.extend({
  confirmation: z.string().pipe(closeAccountSchema.shape.confirmation),
});
type Values = { password: string; confirmation: string };

/** Lists what prevents the closure; if nothing does, asks for the confirmation. */
export function ClosingDialog({ onClose }: { onClose: () => void }) {
  const obstacles = trpc.auth.closureObstacles.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <DialogFrame title="Encerrar minha conta" role="alertdialog" onClose={onClose}>
      <Fetched
        query={obstacles}
        failure="Não foi possível ver o que falta para encerrar"
        skeleton={<RowsSkeleton rows={2} label="Vendo o que falta para encerrar…" />}
      >
        {(found) =>
          found.length === 0 ? (
            <ClosingForm onClose={onClose} />
          ) : (
            <Stack gap="5">
              <Notice status="warning" title="Antes de encerrar, falta resolver">
                <Bullets of={found} />
              </Notice>
              <DialogButtons>
                <LinkButton to="/atendimento" variant="outline">
                  Fale com o atendimento
                </LinkButton>
                <Button onClick={onClose}>Entendi</Button>
              </DialogButtons>
            </Stack>
          )
        }
      </Fetched>
    </DialogFrame>
  );
}

function ClosingForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useZodForm<Values>(formSchema, { password: '', confirmation: '' });
  const close = trpc.auth.closeAccount.useMutation({
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: '/login', search: {} });
      // Once nothing here notes a use any more: other windows are told.
      forgetUse();
      toast({ title: 'Conta encerrada', description: 'Obrigado pelo tempo que passou com o ValeBank.' });
    },
    onError: (error) => {
      if (serverErrorOf(error)?.code === 'INVALID_PASSWORD')
        form.setError('password', { message: 'Senha incorreta' }, { shouldFocus: true });
    },
  });
  const isPasswordWrong = serverErrorOf(close.error)?.code === 'INVALID_PASSWORD';
  return (
    <Form
      form={form}
      label="Encerrar minha conta"
      onSubmit={({ password }) => close.mutate({ password, confirmation: CLOSING_WORD })}
    >
      <Stack gap="5">
        <Notice status="warning" title="Isto não tem volta">
          O acesso termina na hora. Baixe antes os seus dados, se quiser guardá-los.
        </Notice>
        <FormField name="password" label="Sua senha">
          <PasswordInput autoComplete="current-password" />
        </FormField>
        <FormField name="confirmation" label={`Digite ${CLOSING_WORD} para confirmar`}>
          <TextInput upperCase autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </FormField>
        {unlessCancelled(close.error) && !isPasswordWrong && (
          <Notice status="error" title={FAILED}>
            {failureText(close.error, 'Tente de novo em instantes.')}
          </Notice>
        )}
        <DialogAct
          onCancel={onClose}
          pending={close.isPending}
          pendingText="Encerrando…"
          colorPalette="negative"
        >
          Encerrar conta
        </DialogAct>
      </Stack>
    </Form>
  );
}

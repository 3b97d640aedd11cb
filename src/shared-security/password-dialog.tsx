import { Button, Stack, Text } from '@chakra-ui/react';
import { changePasswordSchema } from '#domain/auth/password';
import type { PasswordOwner } from '#domain/auth/password-strength';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { failureText } from '../ui/failure-text.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordMeter } from '../ui/password-meter.tsx';
import { serverErrorOf } from '../ui/server-error.ts';
import { passwordProblem } from '../ui/strong-password.ts';
import { PasswordInput } from '../ui/text-input.tsx';
import { toast, toastError } from '../ui/toast.ts';

const FAILED = 'Não foi possível alterar a senha';

type Values = { current: string; next: string };

/** A change ends all other sessions and tokens, and passkeys and devices that do not count yet. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const invalidate = useInvalidate();
  const user = trpc.auth.me.useQuery().data?.user;
  const owner: PasswordOwner = user ?? {};
  // Devices are the customers' alone, and Segurança is their page.
  const isAdmin = user?.role === 'admin';
  const newKeys = `${isAdmin ? 'as chaves de acesso registradas' : 'os aparelhos e as chaves de acesso registrados'} há menos de 24 horas`;
  const form = useZodForm<Values>(changePasswordSchema, { current: '', next: '' });
  const change = trpc.auth.changePassword.useMutation({
    onSuccess: () => {
      toast({
        title: 'Senha alterada',
        description: `As outras sessões, os tokens, e ${newKeys} foram encerrados.`,
      });
      void invalidate('credentials');
      onClose();
    },
    onError: (error) => {
      const { code, fields } = serverErrorOf(error) ?? {};
      if (code === 'INVALID_PASSWORD') {
        form.setError('current', { message: 'Senha incorreta' }, { shouldFocus: true });
      } else if (fields?.next) form.setError('next', { message: fields.next }, { shouldFocus: true });
      else toastError(FAILED, error, 'Tente de novo em instantes.');
    },
  });

  async function send(values: Values) {
    const problem = await passwordProblem(values.next, owner);
    if (problem) return form.setError('next', { message: problem }, { shouldFocus: true });
    change.mutate(values);
  }

  const { code } = serverErrorOf(change.error) ?? {};
  return (
    <DialogFrame title="Alterar senha" onClose={onClose}>
      <Form form={form} onSubmit={send} label="Alterar senha">
        <Stack gap="5">
          {/* Tells password managers whose password it is. */}
          <input
            type="text"
            value={owner.cpf ?? owner.cnpj ?? ''}
            autoComplete="username"
            readOnly
            hidden
            tabIndex={-1}
          />
          <FormField name="current" label="Senha atual">
            <PasswordInput autoComplete="current-password" />
          </FormField>
          <FormField
            name="next"
            label="Nova senha"
            hint={<PasswordMeter password={form.watch('next')} owner={owner} />}
          >
            <PasswordInput autoComplete="new-password" />
          </FormField>
          <Text color="fg.muted">
            As outras sessões abertas, os tokens de acesso, e {newKeys} serão encerrados. Esta sessão
            continua.
            {!isAdmin &&
              ' Registre de novo, em Segurança, o que for seu. Pagamentos que esperam para ser feitos voltam para a conta.'}
          </Text>
          {change.error && code !== 'INVALID_PASSWORD' && (
            <Notice status="error" title={failureText(change.error, FAILED)} />
          )}
          <DialogButtons>
            <Button variant="outline" onClick={onClose}>
              Cancelar
            </Button>
            <Button
              type="submit"
              loading={change.isPending || form.formState.isSubmitting}
              loadingText="Alterando…"
            >
              Alterar senha
            </Button>
          </DialogButtons>
        </Stack>
      </Form>
    </DialogFrame>
  );
}

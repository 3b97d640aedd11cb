import { Button, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { recoveryResetSchema } from '#domain/auth/password';
import { trpc, trpcClient } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordMeter } from '../ui/password-meter.tsx';
import { serverErrorOf } from '../ui/server-error.ts';
import { passwordProblem } from '../ui/strong-password.ts';
import { PasswordInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';
import { NarrowPage } from './narrow-page.tsx';

type ResetPasswordProps = {
  token: string;
  onSpent: () => void;
};

export function ResetPassword({ token, onSpent }: ResetPasswordProps) {
  const [isInvalid, setInvalid] = useState(false);
  const isSpent = useSpent(token);
  if (isInvalid || isSpent) return <LinkInvalid onAgain={onSpent} />;
  return (
    <NarrowPage
      title="Criar nova senha"
      subtitle="Ao salvar, são encerrados as sessões abertas, os tokens de acesso, e os aparelhos e chaves registrados há menos de 24 horas. Pagamentos que esperam para ser feitos voltam para a conta."
    >
      <ResetForm token={token} onInvalid={() => setInvalid(true)} />
    </NarrowPage>
  );
}

/** True if the server says that the link no longer works. Without an answer the form stays; saving reports it. */
function useSpent(token: string): boolean {
  const check = useQuery({
    queryKey: ['recovery-check', token],
    queryFn: () => trpcClient.auth.recovery.check.mutate({ token }),
  });
  return check.data?.isOpen === false;
}

function ResetForm({ token, onInvalid }: { token: string; onInvalid: () => void }) {
  const form = useZodForm(recoveryResetSchema, { token, password: '' });
  const { save, failure } = useReset(onInvalid, (message) =>
    form.setError('password', { type: 'server', message }, { shouldFocus: true }),
  );
  const { isSubmitting } = form.formState;

  return (
    <Form form={form} onSubmit={save} label="Criar nova senha">
      <Stack gap="5">
        {failure !== null && <Notice status="error" title={failure} />}
        <FormField
          name="password"
          label="Nova senha"
          hint={<PasswordMeter password={form.watch('password')} />}
        >
          <PasswordInput autoComplete="new-password" />
        </FormField>
        <Button type="submit" width="full" loading={isSubmitting} loadingText="Salvando…">
          Salvar nova senha
        </Button>
      </Stack>
    </Form>
  );
}

function useReset(onInvalid: () => void, onWeak: (message: string) => void) {
  const navigate = useNavigate();
  const reset = trpc.auth.recovery.reset.useMutation();
  const [failure, setFailure] = useState<string | null>(null);

  async function save(values: { token: string; password: string }) {
    setFailure(null);
    const problem = await passwordProblem(values.password);
    if (problem !== null) return onWeak(problem);
    try {
      await reset.mutateAsync(values);
      toast({ title: 'Senha alterada', description: 'Entre com a sua nova senha.' });
      await navigate({ to: '/login', search: {}, replace: true });
    } catch (error) {
      const refusal = serverErrorOf(error);
      if (refusal?.code === 'RECOVERY_LINK_INVALID' || refusal?.fields?.token) return onInvalid();
      if (refusal?.fields?.password) return onWeak(refusal.fields.password);
      setFailure(failureText(error, 'Não foi possível salvar a nova senha'));
    }
  }

  return { save, failure };
}

function LinkInvalid({ onAgain }: { onAgain: () => void }) {
  return (
    <NarrowPage title="Este link não vale mais">
      <Notice
        status="warning"
        role="alert"
        title="Links valem por pouco tempo e funcionam uma única vez; usar um encerra os outros."
      />
      <Button onClick={onAgain}>Pedir outro link</Button>
      <LinkButton to="/login" variant="plain" size="sm" alignSelf="center">
        Voltar ao login
      </LinkButton>
    </NarrowPage>
  );
}

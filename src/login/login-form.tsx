import { Alert, Button, Flex, Stack } from '@chakra-ui/react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { type RouterInputs, trpc } from '../trpc.ts';
import { Form, FormField, useZodForm } from '../ui/form.tsx';
import { significant } from '../ui/mask.ts';
import { MaskedInput } from '../ui/masked-input.tsx';
import { PasswordInput } from '../ui/text-input.tsx';
import { toast } from '../ui/toast.ts';
import { failureText } from './failure-text.ts';
import { landingPath } from './landing-path.ts';

/** Fetched when typing begins, so that the screen opens without it. */
const loginRules = async () => (await import('#domain/auth/login')).loginSchema;

/** Document and password. `next` is the path that asked for the sign-in. */
export function LoginForm({ next }: { next: string | undefined }) {
  const form = useZodForm(loginRules, { document: '', password: '' });
  const router = useRouter();
  const [capsLock, setCapsLock] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const login = trpc.auth.login.useMutation({ meta: { answersWith401: true } });

  async function signIn(values: RouterInputs['auth']['login']) {
    setFailure(null);
    try {
      const answer = await login.mutateAsync(values);
      if (answer.requiresTwoFactor) return;
      toast({ title: 'Login realizado' });
      router.history.push(landingPath(answer.user.role, next));
    } catch (error) {
      const text = failureText(error, 'Credenciais inválidas');
      setFailure(text);
      toast({ title: 'Erro no login', description: text, tone: 'error' });
      form.setFocus('password', { shouldSelect: true });
    }
  }

  const noticeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <Form form={form} onSubmit={signIn} label="Login">
      <Stack gap="5">
        {failure !== null && (
          <Alert.Root status="error">
            <Alert.Indicator />
            <Alert.Title>{failure}</Alert.Title>
          </Alert.Root>
        )}
        <FormField name="document" label="CPF ou CNPJ" hint={documentHint(form.watch('document'))}>
          <MaskedInput mask="document" autoComplete="username" autoFocus />
        </FormField>
        <FormField name="password" label="Senha" hint={capsLock ? 'O Caps Lock está ligado.' : undefined}>
          <PasswordInput
            autoComplete="current-password"
            onKeyDown={noticeCapsLock}
            onKeyUp={noticeCapsLock}
            onBlur={() => setCapsLock(false)}
          />
        </FormField>
        <Flex justify="flex-end">
          <Button type="button" variant="plain" size="sm" onClick={announceRecovery}>
            Esqueci minha senha
          </Button>
        </Flex>
        <Button type="submit" width="full" loading={login.isPending} loadingText="Entrando…">
          Entrar
        </Button>
      </Stack>
    </Form>
  );
}

/** What the typed document was taken for. */
function documentHint(document: string): string {
  const typed = significant(document);
  if (typed === '') return 'Pessoa física entra com o CPF, empresa com o CNPJ.';
  return typed.length > 11 || /[A-Z]/.test(typed)
    ? 'CNPJ: conta de empresa.'
    : 'CPF: conta de pessoa física.';
}

function announceRecovery() {
  toast({
    title: 'Em breve',
    description: 'A recuperação de senha ainda não está disponível.',
    tone: 'info',
  });
}

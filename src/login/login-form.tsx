import { Button, Stack } from '@chakra-ui/react';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { Role } from '#domain/auth/role';
import { type RouterInputs, trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { FieldBox } from '../ui/field.tsx';
import { significant } from '../ui/mask.ts';
import { MaskedBox } from '../ui/masked-box.tsx';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import { PasswordBox } from '../ui/password-box.tsx';
import { toast } from '../ui/toast.ts';
import { landingPath } from './landing-path.ts';

const PasskeyButton = part('PasskeyButton', () => import('./passkey-button.tsx'), { isOptional: true });
const TwoFactorDialog = part('TwoFactorDialog', () => import('./two-factor-dialog.tsx'));

const ENDS = {
  idle: 'Sua sessão terminou por falta de uso. Entre para voltar aonde estava.',
  elsewhere: 'Sua sessão venceu ou foi encerrada em outro lugar. Entre para voltar aonde estava.',
};

type Credentials = RouterInputs['auth']['login'];
type Problems = Partial<Record<keyof Credentials, string>>;

/** Imported when typing begins, so that the screen opens without waiting for it. */
const loadRules = () => import('#domain/auth/login');

async function problemsOf(credentials: Credentials): Promise<Problems> {
  const checked = (await loadRules()).loginSchema.safeParse(credentials);
  const problems: Problems = {};
  for (const { path, message } of checked.error?.issues ?? [])
    problems[path[0] as keyof Credentials] ??= message;
  return problems;
}

type LoginFormProps = { next: string | undefined; ended: keyof typeof ENDS | undefined; takesFocus: boolean };

/** Uses no form library: it would add 13 kB to this screen. */
export function LoginForm({ next, ended, takesFocus }: LoginFormProps) {
  const [document, setDocument] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [capsLock, setCapsLock] = useState(false);
  const documentBox = useRef<HTMLInputElement>(null);
  const passwordBox = useRef<HTMLInputElement>(null);
  const { signIn, pending, failure, challenged, arrive, giveUp } = useSignIn(next);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const found = await problemsOf({ document, password });
    setProblems(found);
    if (found.document) documentBox.current?.focus();
    else if (found.password) passwordBox.current?.focus();
    else if (!(await signIn({ document, password }))) passwordBox.current?.select();
  }

  const noticeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <>
      <form noValidate aria-label="Login" onSubmit={submit} onInput={loadRules}>
        <Stack gap="5">
          {(failure !== null || ended) && (
            <Notice status={failure === null ? 'info' : 'error'} title={failure ?? (ended && ENDS[ended])} />
          )}
          <FieldBox label="CPF ou CNPJ" hint={documentHint(document)} error={problems.document}>
            <MaskedBox
              name="document"
              mask="document"
              value={document}
              onValue={(typed) => {
                setDocument(typed);
                setProblems({ ...problems, document: undefined });
              }}
              inputRef={documentBox}
              autoComplete="username"
              autoFocus={takesFocus}
            />
          </FieldBox>
          <FieldBox
            label="Senha"
            hint={capsLock ? 'O Caps Lock está ligado.' : undefined}
            error={problems.password}
          >
            <PasswordBox
              name="password"
              value={password}
              onChange={({ target }) => {
                setPassword(target.value);
                setProblems({ ...problems, password: undefined });
              }}
              ref={passwordBox}
              autoComplete="current-password"
              onKeyDown={noticeCapsLock}
              onKeyUp={noticeCapsLock}
              onBlur={() => setCapsLock(false)}
            />
          </FieldBox>
          <Button asChild variant="plain" size="sm" alignSelf="flex-end" paddingInline="1" marginTop="-3">
            <a href="/recuperar-senha">Esqueci minha senha</a>
          </Button>
          <Button type="submit" width="full" loading={pending} loadingText="Entrando…">
            Entrar
          </Button>
          <PasskeyButton onSuccess={arrive} />
        </Stack>
      </form>
      {challenged !== null && (
        <TwoFactorDialog
          userId={challenged}
          onSuccess={arrive}
          onClose={() => {
            giveUp();
            passwordBox.current?.select();
          }}
        />
      )}
    </>
  );
}

function useSignIn(next: string | undefined) {
  const router = useRouter();
  const login = trpc.auth.login.useMutation();
  const [failure, setFailure] = useState<string | null>(null);
  /** User who has passed the password check and owes a second factor. */
  const [challenged, setChallenged] = useState<string | null>(null);
  const arrive = (role: Role) => router.history.push(landingPath(role, next), { offersPasskey: true });

  async function signIn(credentials: Credentials): Promise<boolean> {
    setFailure(null);
    try {
      const answer = await login.mutateAsync(credentials);
      if (answer.requiresTwoFactor) setChallenged(answer.userId);
      else {
        toast({ title: 'Login realizado' });
        arrive(answer.user.role);
      }
      return true;
    } catch (error) {
      const text = failureText(error, 'Credenciais inválidas');
      setFailure(text);
      toast({ title: 'Erro no login', description: text, tone: 'error' });
      return false;
    }
  }

  return { signIn, pending: login.isPending, failure, challenged, arrive, giveUp: () => setChallenged(null) };
}

function documentHint(document: string): string {
  const typed = significant(document);
  if (typed === '') return 'Pessoa física entra com o CPF, empresa com o CNPJ.';
  return typed.length > 11 || /[A-Z]/.test(typed)
    ? 'CNPJ: conta de empresa.'
    : 'CPF: conta de pessoa física.';
}

import { useEffect, useState } from 'react';
import type { Role } from '#domain/auth/role';
import { LOGIN_CHALLENGE } from '#domain/limits';
import { trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { httpStatusOf } from '../ui/server-error.ts';
import { toast } from '../ui/toast.ts';

const WRONG_CODE = 'O código inserido está incorreto ou já foi usado';

/** Counts wrong codes itself: the server answers every failure alike. `over`: why the challenge ended, or null. */
export function useSecondFactor(userId: string, onSuccess: (role: Role) => void) {
  const validate = trpc.auth.twoFactor.validate.useMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const [wrong, setWrong] = useState(0);
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LOGIN_CHALLENGE.seconds * 1000);
    return () => clearTimeout(timer);
  }, []);

  async function check(token: string, isBackup: boolean): Promise<boolean> {
    setProblem(null);
    try {
      const { user } = await validate.mutateAsync({ userId, token, isBackup });
      toast({ title: 'Autenticado!', description: 'Login realizado com sucesso' });
      onSuccess(user.role);
      return true;
    } catch (error) {
      const text = failureText(error, WRONG_CODE);
      const status = httpStatusOf(error);
      const isWrong = status === 400 || status === 401;
      if (status === 401) setWrong(wrong + 1);
      setProblem(text);
      toast({ title: isWrong ? 'Código Inválido' : 'Erro no login', description: text, tone: 'error' });
      return false;
    }
  }

  return {
    check,
    pending: validate.isPending,
    problem,
    forget: () => setProblem(null),
    over: overText(wrong, isLate && !validate.isPending),
  };
}

function overText(wrong: number, isLate: boolean): string | null {
  if (wrong >= LOGIN_CHALLENGE.tries) return `Foram ${wrong} códigos incorretos.`;
  return isLate ? 'O tempo para informar o código terminou.' : null;
}

import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import type { Role } from '#domain/auth/role';
import { Notice } from '../ui/notice.tsx';
import { supportsPasskeys } from '../ui/passkey-support.ts';
import { loginByPasskey } from './passkey-login.ts';

/** Nothing where the browser knows no passkeys. */
export function PasskeyButton({ onSuccess }: { onSuccess: (role: Role) => void }) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!supportsPasskeys()) return null;

  async function signIn() {
    setProblem(null);
    setPending(true);
    const done = await loginByPasskey();
    setPending(false);
    if ('problem' in done) setProblem(done.problem);
    else onSuccess(done.role);
  }

  return (
    <>
      {problem !== null && <Notice status="error" role="alert" title={problem} />}
      <Button
        variant="outline"
        width="full"
        loading={pending}
        loadingText="Siga no aparelho…"
        onClick={signIn}
      >
        Entrar com chave de acesso
      </Button>
    </>
  );
}

import { Button, Stack } from '@chakra-ui/react';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../trpc.ts';
import { Notice } from '../ui/notice.tsx';
import { passkeyFailure } from '../ui/passkey-support.ts';
import type { ProofRequest } from '../ui/proof-request.ts';
import { httpStatusOf } from '../ui/server-error.ts';

/** Instead of password and code. */
export function PasskeyProof({ request }: { request: ProofRequest }) {
  const { prove, pending, problem } = useProof(request);
  return (
    <Stack gap="3">
      <Button
        variant="outline"
        width="full"
        loading={pending}
        loadingText="Siga no aparelho…"
        onClick={prove}
      >
        <Fingerprint size={18} aria-hidden />
        Usar chave de acesso
      </Button>
      {problem !== null && <Notice status="error" role="alert" title={problem} />}
    </Stack>
  );
}

function useProof(request: ProofRequest) {
  const begin = trpc.auth.passkeys.beginProof.useMutation();
  const give = trpc.auth.passkeys.prove.useMutation();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function prove() {
    setPending(true);
    setProblem(null);
    try {
      const [options, { signByPasskey }] = await Promise.all([
        begin.mutateAsync(),
        import('../shared-security/passkey-ceremony.ts'),
      ]);
      await give.mutateAsync({ signed: await signByPasskey(options) });
      request.answer(true);
    } catch (error) {
      setPending(false);
      // The session has ended, and the login follows.
      if (httpStatusOf(error) === 401) request.answer(false);
      else setProblem(passkeyFailure(error, 'Não foi possível confirmar'));
    }
  }

  return { prove, pending, problem };
}

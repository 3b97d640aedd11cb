import { useState } from 'react';
import { type RouterInputs, type RouterOutputs, trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { PasskeyProblem, passkeyFailure } from '../ui/passkey-support.ts';
import type { PaymentRequest } from '../ui/proof-request.ts';
import { httpStatusOf, serverErrorOf } from '../ui/server-error.ts';

export type Confirmation = RouterOutputs['account']['confirmations']['get'];
type Proof = Omit<RouterInputs['account']['confirmations']['prove'], 'id'>;

export type Proving = {
  pending: boolean;
  /** Why the last attempt failed; `wrongCode`: because of the code. */
  problem: string | null;
  wrongCode: string | undefined;
  forget: () => void;
  cancel: () => void;
  prove: (proof: Proof) => void;
  signAndProve: () => void;
};

const FAILED = 'Não foi possível confirmar o pagamento';
const WRONG_CODE = ['TWO_FACTOR_CODE', 'CONFIRMATION_CODE', 'VALIDATION'];
/** The confirmation is fetched anew: it is over, or there is another way now. */
const STALE = ['CONFIRMATION_INVALID', 'CONFIRMATION_WAY'];

/** Once the payment is confirmed, it is sent again. */
export function useProving(of: Confirmation, { answer }: PaymentRequest, onStale: () => void): Proving {
  const proof = trpc.account.confirmations.prove.useMutation();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { code = '' } = serverErrorOf(error) ?? {};
  const isWrong = WRONG_CODE.includes(code);

  async function attempt(proofOf: () => Promise<Proof>) {
    setPending(true);
    setError(null);
    try {
      await proof.mutateAsync({ id: of.id, ...(await proofOf()) });
      answer(true);
    } catch (cause) {
      setPending(false);
      // The session has ended, and the login follows.
      if (httpStatusOf(cause) === 401) return answer(false);
      setError(cause);
      if (STALE.includes(serverErrorOf(cause)?.code ?? '')) onStale();
    }
  }

  return {
    pending,
    problem: error === null || isWrong ? null : passkeyFailure(error, FAILED),
    wrongCode: isWrong ? failureText(error, FAILED) : undefined,
    forget: () => setError(null),
    cancel: () => answer(false),
    prove: (given) => void attempt(async () => given),
    signAndProve: () => void attempt(async () => ({ passkey: await signed(of) })),
  };
}

async function signed({ passkey }: Confirmation): Promise<Proof['passkey']> {
  if (passkey === null) throw new PasskeyProblem(FAILED);
  const { challenge, rpId, credentials } = passkey;
  const { signByPasskey } = await import('../shared-security/passkey-ceremony.ts');
  const allowCredentials = credentials.map(({ id }) => ({ id, type: 'public-key' as const }));
  return signByPasskey({ challenge, rpId, allowCredentials, userVerification: 'required' });
}

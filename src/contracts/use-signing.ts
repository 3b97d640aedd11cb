import { useRef } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { trpc } from '../trpc.ts';
import { serverErrorOf } from '../ui/server-error.ts';
import { toast, toastError } from '../ui/toast.ts';
import { justSent, type SentCode, sentElsewhere } from './otp.ts';

type SigningOptions = {
  contractId: string;
  code: SentCode | null;
  onCode: (code: SentCode) => void;
  onSigned: () => void;
  /** Called when the contract turns out to be signed or cancelled already. */
  onOver: () => void;
};

export function useSigning({ contractId, code, onCode, onSigned, onOver }: SigningOptions) {
  const invalidate = useInvalidate();
  // One key per code, so that a retry after a lost answer is safe.
  const attempt = useRef({ otpCode: '', idempotencyKey: '' });

  function over() {
    void invalidate('signature');
    onOver();
  }

  const request = trpc.contract.requestOtp.useMutation({
    onSuccess: ({ sentTo }) => {
      onCode(justSent(performance.now(), sentTo));
      toast({ title: 'OTP enviado', description: 'Confira a sua caixa de entrada.' });
    },
    onError: (error) => {
      const said = serverErrorOf(error);
      if (said?.code === 'TOO_MANY_ATTEMPTS')
        return onCode(sentElsewhere(performance.now(), said.retryAfterSeconds ?? 60));
      toastError('Erro ao enviar OTP', error, 'Não foi possível enviar o código');
      if (said?.code === 'CONTRACT_SIGNED' || said?.code === 'CONTRACT_CANCELLED') over();
    },
  });

  const signature = trpc.contract.sign.useMutation({
    onSuccess: async () => {
      toast({ title: 'Contrato assinado' });
      onSigned();
      await invalidate('signature');
    },
    onError: (error) => {
      const reason = serverErrorOf(error)?.code;
      if (reason === 'CONTRACT_CODE_INVALID' && code)
        onCode({ ...code, triesLeft: Math.max(0, code.triesLeft - 1) });
      toastError('Erro ao assinar', error, 'Código OTP inválido ou expirado');
      if (reason === 'CONTRACT_SIGNED' || reason === 'CONTRACT_CANCELLED') over();
    },
  });

  return {
    request,
    signature,
    send: () => request.mutate({ id: contractId }),
    sign: (otpCode: string) => {
      if (attempt.current.otpCode !== otpCode)
        attempt.current = { otpCode, idempotencyKey: crypto.randomUUID() };
      signature.mutate({ id: contractId, ...attempt.current });
    },
  };
}

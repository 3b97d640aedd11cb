import { Stack } from '@chakra-ui/react';
import type { FormEvent, ReactNode } from 'react';
import { DialogAct } from '../ui/dialog-frame.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Proving } from './use-proving.ts';

export type ProofProps = { proving: Proving };

type CodeFormProps = ProofProps & { isReady: boolean; onSubmit: () => void; children: ReactNode };

export function CodeForm({ proving, isReady, onSubmit, children }: CodeFormProps) {
  const { pending, problem, cancel } = proving;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !pending) onSubmit();
  };
  return (
    <form noValidate aria-label="Confirme o pagamento" onSubmit={submit}>
      <Stack gap="4">
        {children}
        <Problem>{problem}</Problem>
        <DialogAct
          onCancel={cancel}
          cancel="Voltar"
          pending={pending}
          pendingText="Confirmando…"
          disabled={!isReady}
        >
          Confirmar e pagar
        </DialogAct>
      </Stack>
    </form>
  );
}

export const Problem = ({ children }: { children: string | null }) =>
  children !== null && <Notice status="error" role="alert" title={children} />;

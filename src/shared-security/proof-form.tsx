import { Stack } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DialogAct } from '../ui/dialog-frame.tsx';
import { type Factor, FactorBox, isFilled, NO_FACTOR } from './factor-box.tsx';

type ProofFormProps = {
  children: ReactNode;
  act: { label: string; pendingLabel: string; palette?: 'negative' };
  pending: boolean;
  error: string | null;
  /** Called on typing after an error. */
  onChange: () => void;
  onSend: (token: string) => void;
  onCancel: () => void;
};

export function ProofForm({ children, act, pending, error, onChange, onSend, onCancel }: ProofFormProps) {
  const [factor, setFactor] = useState<Factor>(NO_FACTOR);
  const isReady = isFilled(factor);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && !pending) onSend(factor.code.trim());
  }

  function take(next: Factor) {
    setFactor(next);
    onChange();
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="5">
        {children}
        <FactorBox factor={factor} onChange={take} error={error ?? undefined} />
        <DialogAct
          onCancel={onCancel}
          pending={pending}
          pendingText={act.pendingLabel}
          colorPalette={act.palette}
          disabled={!isReady}
        >
          {act.label}
        </DialogAct>
      </Stack>
    </form>
  );
}

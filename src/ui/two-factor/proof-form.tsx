import { Button, Input, Stack } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DialogButtons } from '../dialog-frame.tsx';
import { FieldBox } from '../field.tsx';
import { CodeBox, isWhole } from './code-box.tsx';

type ProofFormProps = {
  /** What is about to happen. */
  children: ReactNode;
  /** The button that acts, its words while it does, and its colour. */
  act: { label: string; pendingLabel: string; palette?: 'negative' };
  pending: boolean;
  error: string | null;
  /** Something is typed again after an error. */
  onChange: () => void;
  onSend: (token: string) => void;
  onCancel: () => void;
};

/** Asks for the second factor again: the app's code, or a backup code for who no longer has the app. */
export function ProofForm({ children, act, pending, error, onChange, onSend, onCancel }: ProofFormProps) {
  const [isBackup, setIsBackup] = useState(false);
  const [code, setCode] = useState('');
  const isReady = isBackup ? code.trim() !== '' : isWhole(code);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && !pending) onSend(code.trim());
  }

  function take(next: string) {
    setCode(next);
    onChange();
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="5">
        {children}
        {isBackup ? (
          <FieldBox
            label="Código de backup"
            hint="Cada código funciona uma única vez."
            error={error ?? undefined}
          >
            <Input
              fontFamily="mono"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="XXXX-XXXX-XXXX-XXXX"
              value={code}
              onChange={(event) => take(event.target.value)}
            />
          </FieldBox>
        ) : (
          <CodeBox value={code} onChange={take} error={error ?? undefined} />
        )}
        <Button
          variant="plain"
          colorPalette="brand"
          color="brand.fg"
          textDecoration="underline"
          alignSelf="start"
          paddingInline="0"
          onClick={() => {
            setIsBackup(!isBackup);
            take('');
          }}
        >
          {isBackup ? 'Usar o código do aplicativo' : 'Usar um código de backup'}
        </Button>
        <DialogButtons>
          <Button variant="outline" onClick={onCancel} disabled={pending}>
            Cancelar
          </Button>
          <Button
            type="submit"
            colorPalette={act.palette}
            disabled={!isReady}
            loading={pending}
            loadingText={act.pendingLabel}
          >
            {act.label}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

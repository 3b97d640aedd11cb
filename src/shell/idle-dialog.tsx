import { Button, Dialog, Portal, Text, VisuallyHidden } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { SESSION_WARNING_SECONDS } from '#domain/limits';
import { keepSession } from './keep-session.ts';

/** Why a session ends: unused, expired on the server, ended in another window, or left by the user. */
export type SessionEnd = 'idle' | 'expired' | 'elsewhere' | 'leave';

type IdleDialogProps = { secondsLeft: number; onEnd: (end: SessionEnd) => void };

const ANNOUNCED_SECONDS = [30, 10];

export function IdleDialog({ secondsLeft, onEnd }: IdleDialogProps) {
  const { keep, pending, failed } = useKeeping(onEnd);
  // Opened after mounting: a dialog mounted open loses focus to its trigger and closes.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  const announced = ANNOUNCED_SECONDS.filter((second) => secondsLeft <= second).at(-1);

  return (
    <Dialog.Root
      role="alertdialog"
      open={shown}
      onOpenChange={({ open }) => {
        if (!open) void keep();
      }}
      closeOnInteractOutside={false}
      size="sm"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner paddingInline="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>Você ainda está aí?</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>
              <Dialog.Description>
                Por segurança, a sessão termina após alguns minutos sem uso. O que não foi salvo se perde.
              </Dialog.Description>
              <Text
                role="timer"
                className="num"
                aria-label="Segundos até o fim da sessão"
                fontSize="3xl"
                fontWeight="700"
                textAlign="center"
                marginTop="4"
              >
                {countdownText(secondsLeft)}
              </Text>
              <VisuallyHidden aria-live="assertive">
                {announced === undefined ? '' : `A sessão termina em ${announced} segundos.`}
              </VisuallyHidden>
              {failed && (
                <Text role="alert" color="negative.fg" marginTop="3">
                  O ValeBank não respondeu. Verifique sua conexão e tente de novo.
                </Text>
              )}
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="outline" disabled={pending} onClick={() => onEnd('leave')}>
                Sair agora
              </Button>
              <Button data-autofocus loading={pending} loadingText="Continuando…" onClick={keep}>
                Continuar conectado
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** Extends the session; `IdleWatch` notices that and removes this dialog. */
function useKeeping(onEnd: (end: SessionEnd) => void) {
  const [state, setState] = useState<'waiting' | 'asking' | 'failed'>('waiting');
  async function keep() {
    if (state === 'asking') return;
    setState('asking');
    const kept = await keepSession();
    if (kept === 'ended') onEnd('expired');
    else setState(kept === 'kept' ? 'waiting' : 'failed');
  }
  return { keep, pending: state === 'asking', failed: state === 'failed' };
}

function countdownText(seconds: number): string {
  const shown = Math.min(seconds, SESSION_WARNING_SECONDS);
  return `${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, '0')}`;
}

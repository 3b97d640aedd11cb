import { Button, Spinner, Stack, Text } from '@chakra-ui/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CONTRACT_CODE } from '#domain/limits';
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FieldBox } from '../ui/field.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { Notice } from '../ui/notice.tsx';
import { messageOf, serverErrorOf } from '../ui/server-error.ts';
import { useNow } from '../ui/use-now.ts';
import { CodeInput } from './code-input.tsx';
import { isUsable, minutesAndSeconds, nowFor, type SentCode, secondsUntil } from './otp.ts';
import { useSigning } from './use-signing.ts';

type SignDialogProps = {
  contract: { id: string; title: string };
  code: SentCode | null;
  onCode: (code: SentCode) => void;
  onClose: () => void;
};

export function SignDialog({ contract, code, onCode, onClose }: SignDialogProps) {
  const nowMs = nowFor(code, useNow());
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(false);
  const { request, signature, send, sign } = useSigning({
    contractId: contract.id,
    code,
    onCode,
    onSigned: onClose,
    onOver: onClose,
  });
  const button = useFocusBack(signature.isPending);
  const usable = code !== null && isUsable(code, nowMs);

  useEffect(() => {
    if (!asked.current && !usable) send();
    asked.current = true;
  });

  // A wrong code is cleared for retyping.
  const failed = signature.error;
  useEffect(() => {
    if (!isWrongCode(failed)) return;
    setTyped('');
    input.current?.focus();
  }, [failed]);

  function resend() {
    signature.reset();
    setTyped('');
    send();
    input.current?.focus();
  }

  const isComplete = typed.length === CONTRACT_CODE.length;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete && !signature.isPending) sign(typed);
  }

  return (
    <DialogFrame title="Assinar contrato" onClose={onClose} locked={signature.isPending}>
      <Text>
        Enviamos um código de {CONTRACT_CODE.length} caracteres para{' '}
        <strong>{code?.sentTo ?? 'o seu e-mail'}</strong>. Ele só assina “{contract.title}”.
      </Text>
      {request.isError && !code && !request.isPending && (
        <ErrorState title="Não foi possível enviar o código" error={request.error} onRetry={send} />
      )}
      <form onSubmit={submit} noValidate>
        <Stack gap="4">
          <FieldBox
            label="Código recebido"
            hint={<CodeLife code={code} nowMs={nowMs} sending={request.isPending} />}
            error={failed ? wrongText(failed, code) : undefined}
          >
            <CodeInput inputRef={input} value={typed} onValue={setTyped} />
          </FieldBox>
          {code && code.triesLeft === 0 && (
            <Notice status="warning" title="Este código não vale mais. Peça um novo para tentar de novo." />
          )}
          <DialogButtons>
            <ResendButton code={code} nowMs={nowMs} sending={request.isPending} onSend={resend} />
            <Button
              ref={button}
              type="submit"
              disabled={!isComplete || !usable}
              loading={signature.isPending}
              loadingText="Assinando…"
            >
              Confirmar assinatura
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </DialogFrame>
  );
}

const isWrongCode = (error: unknown): boolean => serverErrorOf(error)?.code === 'CONTRACT_CODE_INVALID';

function wrongText(error: unknown, code: SentCode | null): string {
  const message = messageOf(error, 'O ValeBank não respondeu. Confirme de novo: o pedido é o mesmo.');
  const left = code?.triesLeft ?? 0;
  if (!isWrongCode(error) || left === 0) return message;
  return `${message}. ${left === 1 ? 'Resta 1 tentativa' : `Restam ${left} tentativas`}.`;
}

type CodeTime = { code: SentCode | null; nowMs: number; sending: boolean };

/** Not a live region: screen readers must not announce every second. */
function CodeLife({ code, nowMs, sending }: CodeTime) {
  if (sending) {
    return (
      <>
        <Spinner size="xs" aria-hidden /> Enviando o código…
      </>
    );
  }
  if (!code) return 'O código chega em instantes.';
  const seconds = secondsUntil(code.expiresAtMs, nowMs);
  if (seconds === 0) return 'O código expirou: peça um novo.';
  return (
    <>
      Letras e números. <span className="num">Vale por mais {minutesAndSeconds(seconds)}.</span>
    </>
  );
}

function ResendButton({ code, nowMs, sending, onSend }: CodeTime & { onSend: () => void }) {
  const wait = code ? secondsUntil(code.resendAtMs, nowMs) : 0;
  return (
    <Button
      variant="outline"
      onClick={() => wait === 0 && !sending && onSend()}
      aria-disabled={wait > 0 || sending}
      opacity={wait > 0 || sending ? 0.72 : undefined}
      className="num"
    >
      {wait > 0 ? `Reenviar em ${wait} s` : 'Reenviar código'}
    </Button>
  );
}

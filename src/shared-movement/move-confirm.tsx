import { Button, Flex, Stack } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFocusBack } from '../ui/focus-back.ts';
import { TextLink } from '../ui/links.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Confirming } from './use-move.ts';

type MoveConfirmProps = {
  move: Confirming;
  /** Label of the action: "Enviar R$ 250,00 para Ana Souza". */
  act: string;
  sending?: string;
  /** Title after a refusal: "A transferência não foi feita". */
  refused: string;
  /** Title if the outcome is unknown: "Não sabemos se a transferência foi feita". */
  unknown: string;
  /** What a retry does; the default is for a payment. */
  again?: string;
  /** Where the user can look, if the outcome is unknown. */
  children?: ReactNode;
  /** A way to leave an unknown outcome, if the screen has no other. */
  leave?: ReactNode;
  align?: 'start' | 'end';
  blocked?: ReactNode;
};

/** Refusals that the customer can change the reason of. */
const PROTECTED = ['LIMIT_EXCEEDED', 'DEVICE_LIMIT', 'TOKEN_CEILING', 'ACCOUNT_FROZEN_BY_OWNER'];

/** Without an answer the movement may have happened, so only a retry with the same key is offered. */
export function MoveConfirm({
  move,
  refused,
  unknown,
  again = 'o pedido é o mesmo, e o valor sai uma vez só',
  children,
  blocked,
  ...buttons
}: MoveConfirmProps) {
  const { isUnknown, isPending, refusal } = move;
  return (
    <>
      {/* Takes no room while empty. */}
      <Stack role="alert" gap="3" _empty={{ position: 'absolute' }}>
        {isUnknown && !isPending && (
          <Notice status="warning" title={unknown}>
            A resposta do banco não chegou. Tente de novo: {again}. {children}
          </Notice>
        )}
        {refusal !== null && !isPending && (
          <Notice status="error" title={isUnknown ? 'Ainda sem resposta' : refused}>
            {refusal.text}{' '}
            {PROTECTED.includes(refusal.code) && (
              <TextLink to="/client/seguranca" variant="underline">
                Abrir Segurança
              </TextLink>
            )}
          </Notice>
        )}
      </Stack>
      {blocked || <Buttons move={move} {...buttons} />}
    </>
  );
}

function Buttons({
  move: { isUnknown, isPending, isRefreshing, send, back },
  act,
  sending = 'Enviando…',
  leave,
  align = 'start',
}: Pick<MoveConfirmProps, 'move' | 'act' | 'sending' | 'leave' | 'align'>) {
  const isBusy = isPending || isRefreshing;
  const sendButton = useFocusBack(isBusy);
  return (
    <Flex gap="3" direction={{ base: 'column-reverse', md: 'row' }} justify={{ md: `flex-${align}` }}>
      {isUnknown ? leave : <BackButton onBack={back} disabled={isPending} />}
      <Button
        ref={sendButton}
        onClick={send}
        loading={isBusy}
        loadingText={isRefreshing ? 'Consultando…' : sending}
        height="auto"
        minHeight="11"
        paddingBlock="2"
        flexShrink="1"
        whiteSpace="normal"
      >
        {isUnknown ? 'Tentar de novo' : act}
      </Button>
    </Flex>
  );
}

export function BackButton({ onBack, disabled }: { onBack: () => void; disabled?: boolean }) {
  return (
    <Button variant="outline" onClick={onBack} disabled={disabled}>
      <ArrowLeft size={18} aria-hidden />
      Voltar
    </Button>
  );
}

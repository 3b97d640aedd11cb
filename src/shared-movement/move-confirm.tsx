import { Alert, Button, Flex, Stack } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFocusBack } from '../ui/focus-back.ts';
import type { Confirming } from './use-move.ts';

type MoveConfirmProps = {
  move: Confirming;
  /** The act itself: "Enviar R$ 250,00 para Ana Souza". */
  act: string;
  /** What the button says while the request is under way. */
  sending?: string;
  /** What is said when it was refused: "A transferência não foi feita". */
  refused: string;
  /** What is said when nobody knows: "Não sabemos se a transferência foi feita". */
  unknown: string;
  /** Why trying again is safe, and where to look before. */
  children: ReactNode;
  /** The way out of what may have happened already, where nothing else leads away. */
  leave?: ReactNode;
  /** Where the buttons stand on a wide screen. */
  align?: 'start' | 'end';
  /** Stands in place of the buttons where it cannot be sent. */
  blocked?: ReactNode;
};

/**
 * The foot of a summary: what the last try came to, then back to the form or on, where the button says the act. No answer
 * is not a no: what may have happened already can only be tried again, and its key lets it happen once.
 */
export function MoveConfirm({ move, refused, unknown, children, blocked, ...buttons }: MoveConfirmProps) {
  const { isUnknown, isPending, refusal } = move;
  return (
    <>
      {/* While it says nothing it takes no room either. */}
      <Stack role="alert" gap="3" _empty={{ position: 'absolute' }}>
        {isUnknown && !isPending && (
          <Alert.Root status="warning">
            <Alert.Indicator />
            <Alert.Content gap="1">
              <Alert.Title>{unknown}</Alert.Title>
              <Alert.Description>{children}</Alert.Description>
            </Alert.Content>
          </Alert.Root>
        )}
        {refusal !== null && !isPending && (
          <Alert.Root status="error">
            <Alert.Indicator />
            <Alert.Content>
              <Alert.Title>{isUnknown ? 'Ainda sem resposta' : refused}</Alert.Title>
              <Alert.Description>{refusal}</Alert.Description>
            </Alert.Content>
          </Alert.Root>
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
      >
        {isUnknown ? 'Tentar de novo' : act}
      </Button>
    </Flex>
  );
}

/** From the summary to the form, as it was filled in. */
export function BackButton({ onBack, disabled }: { onBack: () => void; disabled?: boolean }) {
  return (
    <Button variant="outline" onClick={onBack} disabled={disabled}>
      <ArrowLeft size={18} aria-hidden />
      Voltar
    </Button>
  );
}

import { Alert, Button, Flex, Stack } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFocusBack } from './focus-back.ts';

type MoveOutcomeProps = {
  /** Whether a try was sent and no answer said what became of it. */
  isUnknown: boolean;
  pending: boolean;
  /** Why the last try was refused, in the bank's words. */
  refusal: string | null;
  /** What is said when it was refused: "A transferência não foi feita". */
  refused: string;
  /** What is said when nobody knows: "Não sabemos se a transferência foi feita". */
  unknown: string;
  /** Why trying again is safe, and where to look before. */
  children: ReactNode;
};

/** What the last try to move money came to. No answer is not a no: the same request may be sent again, since its key lets it happen only once. */
export function MoveOutcome({ isUnknown, pending, refusal, refused, unknown, children }: MoveOutcomeProps) {
  return (
    // While it says nothing it takes no room either.
    <Stack role="alert" gap="3" _empty={{ position: 'absolute' }}>
      {isUnknown && !pending && (
        <Alert.Root status="warning">
          <Alert.Indicator />
          <Alert.Content gap="1">
            <Alert.Title>{unknown}</Alert.Title>
            <Alert.Description>{children}</Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {refusal !== null && !pending && (
        <Alert.Root status="error">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{isUnknown ? 'Ainda sem resposta' : refused}</Alert.Title>
            <Alert.Description>{refusal}</Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
    </Stack>
  );
}

type MoveButtonsProps = {
  isUnknown: boolean;
  pending: boolean;
  /** The act itself: "Enviar R$ 250,00 para Ana Souza". */
  act: string;
  /** What the button says meanwhile. */
  sending?: string;
  onSend: () => void;
  onBack: () => void;
  /** The way out of what may have happened already, where nothing else leads away. */
  leave?: ReactNode;
};

/** Back to what was filled in, or on: the button says the act. What may have happened already can only be tried again. */
export function MoveButtons({
  isUnknown,
  pending,
  act,
  sending = 'Enviando…',
  onSend,
  onBack,
  leave,
}: MoveButtonsProps) {
  const sendButton = useFocusBack(pending);
  return (
    <Flex gap="3" direction={{ base: 'column-reverse', md: 'row' }}>
      {isUnknown ? (
        leave
      ) : (
        <Button variant="outline" onClick={onBack} disabled={pending}>
          <ArrowLeft size={18} aria-hidden />
          Voltar
        </Button>
      )}
      <Button
        ref={sendButton}
        onClick={onSend}
        loading={pending}
        loadingText={sending}
        height="auto"
        minHeight="11"
        paddingBlock="2"
      >
        {isUnknown ? 'Tentar de novo' : act}
      </Button>
    </Flex>
  );
}

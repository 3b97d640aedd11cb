import { Alert, Button } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { messageOf } from './server-error.ts';

type ErrorStateProps = {
  /** What could not be done, e.g. "Não foi possível carregar o extrato". */
  title: string;
  error: unknown;
  onRetry: () => void;
};

const NO_ANSWER = 'O ValeBank não respondeu. Verifique sua conexão e tente de novo.';

/** What happened and the way out: nothing is retried by itself (section 7), so the person must be able to. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <Alert.Root status="error" alignItems="flex-start">
      <Alert.Indicator />
      <Alert.Content gap="1">
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>{messageOf(error, NO_ANSWER)}</Alert.Description>
        <Button
          size="sm"
          minHeight={{ base: '11', md: '9' }}
          variant="outline"
          colorPalette="negative"
          marginTop="2"
          alignSelf="start"
          onClick={onRetry}
        >
          <RotateCw aria-hidden />
          Tentar de novo
        </Button>
      </Alert.Content>
    </Alert.Root>
  );
}

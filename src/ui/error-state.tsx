import { Alert, Button } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { messageOf } from './server-error.ts';

type ErrorStateProps = {
  title: string;
  error: unknown;
  onRetry: () => void;
};

const NO_ANSWER = 'O ValeBank não respondeu. Verifique sua conexão e tente de novo.';

/** Nothing is retried automatically, so it offers a retry. */
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

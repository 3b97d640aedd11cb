import { Button } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { Notice } from './notice.tsx';
import { messageOf, NO_ANSWER } from './server-error.ts';

type ErrorStateProps = {
  title: string;
  error: unknown;
  onRetry: () => void;
};

/** A failure with a retry button: queries are not retried automatically. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <Notice status="error" title={title}>
      {messageOf(error, NO_ANSWER)}
      <RetryButton onRetry={onRetry} />
    </Notice>
  );
}

export const RetryButton = ({ onRetry }: { onRetry: () => void }) => (
  <Button
    type="button"
    size="sm"
    variant="outline"
    colorPalette="negative"
    display="flex"
    marginTop="3"
    onClick={onRetry}
  >
    <RotateCw aria-hidden />
    Tentar de novo
  </Button>
);

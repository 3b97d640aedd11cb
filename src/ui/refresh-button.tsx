import { Button, Span, Spinner } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';

export type RefreshProps = { refreshing: boolean; onRefresh: () => void };

type RefreshButtonProps = RefreshProps & {
  /** On a phone only an icon, at the top right of the positioned element around it. */
  isCorner?: boolean;
};

/** Not disabled while pending: a disabled button would lose focus. */
export function RefreshButton({ refreshing, onRefresh, isCorner = false }: RefreshButtonProps) {
  return (
    <Button
      variant="outline"
      aria-label="Atualizar"
      aria-busy={refreshing}
      onClick={() => !refreshing && onRefresh()}
      {...(isCorner && CORNER)}
    >
      {refreshing ? <Spinner size="sm" /> : <RotateCw size={18} aria-hidden />}
      <Span {...(isCorner && { hideBelow: 'md' })}>Atualizar</Span>
    </Button>
  );
}

const CORNER = {
  mdDown: {
    position: 'absolute',
    top: '-1.5',
    insetEnd: '-3',
    borderColor: 'transparent',
    color: 'fg.muted',
  },
} as const;

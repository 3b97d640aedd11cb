import { Button, Spinner } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';

type RefreshButtonProps = { refreshing: boolean; onRefresh: () => void };

/** Not disabled while pending: a disabled button would lose focus. */
export function RefreshButton({ refreshing, onRefresh }: RefreshButtonProps) {
  return (
    <Button variant="outline" aria-busy={refreshing} onClick={() => !refreshing && onRefresh()}>
      {refreshing ? <Spinner size="sm" /> : <RotateCw size={18} aria-hidden />}
      Atualizar
    </Button>
  );
}

import { Button, Flex } from '@chakra-ui/react';
import { Download, Share2 } from 'lucide-react';
import { toast } from './toast.ts';

type ShareActionsProps = {
  /** What the system's sheet is given. */
  data: ShareData;
  /** What to do where that fails. */
  hint: string;
  onDownload: () => void;
};

/** A code to receive money by goes on its way: as a picture, or through whatever this device shares with. */
export function ShareActions({ data, hint, onDownload }: ShareActionsProps) {
  async function share() {
    try {
      await navigator.share(data);
    } catch (error) {
      // Closing the system's sheet is a decision, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toast({ title: 'Não foi possível compartilhar', description: hint, tone: 'error' });
    }
  }

  return (
    <Flex gap="3" wrap="wrap" justify="center">
      <Button variant="outline" onClick={onDownload}>
        <Download size={18} aria-hidden />
        Baixar PNG
      </Button>
      {'share' in navigator && (
        <Button variant="outline" onClick={share}>
          <Share2 size={18} aria-hidden />
          Compartilhar
        </Button>
      )}
    </Flex>
  );
}

import { Button, Flex } from '@chakra-ui/react';
import { Download, Share2 } from 'lucide-react';
import { toast } from './toast.ts';

type ShareActionsProps = {
  data: ShareData;
  hint: string;
  onDownload: () => void;
};

export function ShareActions({ data, hint, onDownload }: ShareActionsProps) {
  async function share() {
    try {
      await navigator.share(data);
    } catch (error) {
      // The user cancelled sharing.
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

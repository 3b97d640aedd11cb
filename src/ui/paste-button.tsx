import { Box, Button } from '@chakra-ui/react';
import { ClipboardPaste, ScanLine } from 'lucide-react';
import { LinkButton } from './links.tsx';
import { toast } from './toast.ts';

type PasteButtonProps = {
  /** Accessible name, since the visible "Colar" is ambiguous: "Colar código do boleto". */
  label: string;
  onPaste: (text: string) => void;
  /** Focused if the browser denies clipboard access. */
  field: () => HTMLElement | null;
  compact?: boolean;
};

export function PasteButton({ label, onPaste, field, compact = false }: PasteButtonProps) {
  async function paste() {
    try {
      const text = (await navigator.clipboard.readText()).trim();
      if (text === '') toast({ title: 'Não há texto copiado', tone: 'info' });
      else onPaste(text);
    } catch {
      field()?.focus();
      toast({
        title: 'O navegador não deixou colar',
        description: 'Segure o campo e escolha Colar, ou use Ctrl+V.',
        tone: 'error',
      });
    }
  }
  return (
    <Button
      type="button"
      variant="outline"
      aria-label={label}
      onClick={paste}
      paddingInline={compact ? { base: '0', md: '5' } : undefined}
    >
      <ClipboardPaste size={18} aria-hidden />
      <Box as="span" hideBelow={compact ? 'md' : undefined}>
        Colar
      </Box>
    </Button>
  );
}

/** Leads to the screen that reads codes, as a new document: only its headers allow the camera. */
export const ReadCodeLink = () => (
  <LinkButton to="/client/ler" reloadDocument variant="outline">
    <ScanLine size={18} aria-hidden />
    Ler código
  </LinkButton>
);

import { Box, Button } from '@chakra-ui/react';
import { ClipboardPaste } from 'lucide-react';
import { toast } from './toast.ts';

type PasteButtonProps = {
  /** Accessible name where "Colar" alone says too little: "Colar código do boleto". */
  label: string;
  onPaste: (text: string) => void;
  /** Given the focus where the browser lets no page read what was copied. */
  field: () => HTMLElement | null;
  /** On narrow screens its picture alone. */
  compact?: boolean;
};

/** Takes what was copied: on a telephone one touch instead of a long one and a menu. */
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

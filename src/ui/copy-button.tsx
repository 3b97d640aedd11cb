import { IconButton } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from './toast.ts';
import { Tooltip } from './tooltip.tsx';

const COPIED_MS = 2000;

/** Copies a text; `label` says which, e.g. "Copiar número da conta". The icon is back after two seconds. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  // Counted, so that copying again starts the two seconds anew; 0 shows the icon to copy.
  const [copies, setCopies] = useState(0);

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopies((before) => before + 1);
      toast({ title: 'Copiado!' });
    } catch {
      toast({ title: 'Não foi possível copiar', description: `Selecione e copie: ${text}`, tone: 'error' });
    }
  }

  return (
    <Tooltip content={label}>
      <IconButton
        variant="ghost"
        size="sm"
        boxSize={{ base: '11', md: '9' }}
        aria-label={label}
        onClick={copy}
      >
        {copies > 0 ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
    </Tooltip>
  );
}

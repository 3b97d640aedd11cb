import { IconButton } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from './toast.ts';
import { Tooltip } from './tooltip.tsx';

const COPIED_MS = 2000;

/** Copies a text; `label` says which, e.g. "Copiar número da conta". The icon is back after two seconds. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
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
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
    </Tooltip>
  );
}

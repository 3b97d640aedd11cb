import { chakra, Flex, IconButton } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from './toast.ts';
import { Tooltip } from './tooltip.tsx';

const COPIED_MS = 2000;

/** `label` names the text, e.g. "Copiar número da conta". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  // A counter, so that another copy restarts the two seconds; 0 shows the copy icon.
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

/** A long code with its button. */
export function CopyCode({ code, label, textStyle }: { code: string; label: string; textStyle?: 'sm' }) {
  return (
    <Flex align="center" justify="flex-end" gap="1">
      <chakra.code fontFamily="mono" wordBreak="break-all" textStyle={textStyle}>
        {code}
      </chakra.code>
      <CopyButton text={code} label={label} />
    </Flex>
  );
}

import { IconButton } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useEffect } from 'react';
import { hideAmounts, useAmountsHidden } from '../ui/hidden-amounts.ts';
import { Tooltip } from '../ui/tooltip.tsx';

export function HideSwitch() {
  const hidden = useAmountsHidden();

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      // The key code, not the letter: with Alt some keyboards produce another one.
      if (event.code !== 'KeyO' || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (!event.repeat) hideAmounts(!hidden);
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [hidden]);

  return (
    <Tooltip content={`${hidden ? 'Mostrar' : 'Ocultar'} valores (Alt+O)`}>
      <IconButton
        variant="ghost"
        colorPalette="neutral"
        aria-label="Ocultar valores"
        aria-pressed={hidden}
        aria-keyshortcuts="Alt+O"
        onClick={() => hideAmounts(!hidden)}
      >
        {hidden ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </Tooltip>
  );
}

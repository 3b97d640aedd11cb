import { Badge } from '@chakra-ui/react';
import { Check, Clock, LoaderCircle, type LucideIcon, Unplug, X } from 'lucide-react';
import type { Run } from './jobs.ts';

type Look = { label: string; palette: string; icon: LucideIcon; variant?: 'subtle' | 'solid' };

const LOOKS: Record<Run['state'], Look> = {
  asked: { label: 'Na fila', palette: 'notice', icon: Clock },
  running: { label: 'Em andamento', palette: 'notice', icon: LoaderCircle },
  done: { label: 'Concluída', palette: 'positive', icon: Check },
  failed: { label: 'Falhou', palette: 'negative', icon: X, variant: 'solid' },
  lost: { label: 'Interrompida', palette: 'negative', icon: Unplug },
};

export function RunBadge({ state }: Pick<Run, 'state'>) {
  const { label, palette, icon: StateIcon, variant = 'subtle' } = LOOKS[state];
  return (
    <Badge colorPalette={palette} variant={variant}>
      <StateIcon aria-hidden size={14} />
      {label}
    </Badge>
  );
}

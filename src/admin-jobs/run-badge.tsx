import { Check, Clock, LoaderCircle, Unplug, X } from 'lucide-react';
import { type Look, LookBadge } from '../ui/look-badge.tsx';
import type { Run } from './jobs.ts';

const LOOKS: Record<Run['state'], Look> = {
  asked: { label: 'Na fila', palette: 'notice', icon: Clock },
  running: { label: 'Em andamento', palette: 'notice', icon: LoaderCircle },
  done: { label: 'Concluída', palette: 'positive', icon: Check },
  failed: { label: 'Falhou', palette: 'negative', icon: X, variant: 'solid' },
  lost: { label: 'Interrompida', palette: 'negative', icon: Unplug },
};

export const RunBadge = ({ state }: Pick<Run, 'state'>) => <LookBadge {...LOOKS[state]} />;

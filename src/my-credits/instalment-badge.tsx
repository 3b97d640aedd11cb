import { AlertTriangle, CheckCheck, Clock } from 'lucide-react';
import { LookBadge } from '../ui/look-badge.tsx';

export function InstalmentBadge({ isPaid, isOverdue }: { isPaid: boolean; isOverdue: boolean }) {
  if (isPaid) return <LookBadge label="Pago" palette="positive" icon={CheckCheck} />;
  if (isOverdue) return <LookBadge label="Atrasado" palette="negative" icon={AlertTriangle} />;
  return <LookBadge label="Pendente" palette="caution" icon={Clock} />;
}

import { Badge } from '@chakra-ui/react';
import { AlertTriangle, CheckCheck, Clock } from 'lucide-react';

export function InstalmentBadge({ isPaid, isOverdue }: { isPaid: boolean; isOverdue: boolean }) {
  if (isPaid)
    return (
      <Badge colorPalette="positive">
        <CheckCheck aria-hidden size={14} />
        Pago
      </Badge>
    );
  if (isOverdue)
    return (
      <Badge colorPalette="negative">
        <AlertTriangle aria-hidden size={14} />
        Atrasado
      </Badge>
    );
  return (
    <Badge colorPalette="caution">
      <Clock aria-hidden size={14} />
      Pendente
    </Badge>
  );
}

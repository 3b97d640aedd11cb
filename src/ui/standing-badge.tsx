import { Badge } from '@chakra-ui/react';
import { Ban, Check, CheckCheck, Clock, type LucideIcon } from 'lucide-react';
import type { Standing } from '#domain/credit/standing';

type Look = { label: string; palette: string; icon: LucideIcon; variant?: 'solid' };

/** The labels are the domain's, whose arithmetic no screen needs to load; a test keeps them the same. */
export const STANDING_LOOKS: Record<Standing, Look> = {
  adimplente: { label: 'Adimplente', palette: 'positive', icon: Check },
  em_atraso: { label: 'Em Atraso', palette: 'caution', icon: Clock },
  negativado: { label: 'Negativado', palette: 'negative', icon: Ban, variant: 'solid' },
  finalizado: { label: 'Finalizado', palette: 'neutral', icon: CheckCheck },
};

/** How a signed credit stands, as word, colour and icon. */
export function StandingBadge({ standing }: { standing: Standing }) {
  const { label, palette, icon: StandingIcon, variant = 'subtle' } = STANDING_LOOKS[standing];
  return (
    <Badge colorPalette={palette} variant={variant}>
      <StandingIcon aria-hidden size={14} />
      {label}
    </Badge>
  );
}

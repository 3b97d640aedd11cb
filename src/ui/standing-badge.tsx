import { Badge } from '@chakra-ui/react';
import { Ban, Check, CheckCheck, Clock, type LucideIcon } from 'lucide-react';
import { STANDING_LABELS, type Standing } from '#domain/credit/standing-words';

type Look = { label: string; palette: string; icon: LucideIcon; variant?: 'solid' };

export const STANDING_LOOKS: Record<Standing, Look> = {
  adimplente: { label: STANDING_LABELS.adimplente, palette: 'positive', icon: Check },
  em_atraso: { label: STANDING_LABELS.em_atraso, palette: 'caution', icon: Clock },
  negativado: { label: STANDING_LABELS.negativado, palette: 'negative', icon: Ban, variant: 'solid' },
  finalizado: { label: STANDING_LABELS.finalizado, palette: 'neutral', icon: CheckCheck },
};

export function StandingBadge({ standing }: { standing: Standing }) {
  const { label, palette, icon: StandingIcon, variant = 'subtle' } = STANDING_LOOKS[standing];
  return (
    <Badge colorPalette={palette} variant={variant}>
      <StandingIcon aria-hidden size={14} />
      {label}
    </Badge>
  );
}

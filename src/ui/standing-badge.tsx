import { Ban, Check, CheckCheck, Clock } from 'lucide-react';
import { STANDING_LABELS, type Standing } from '#domain/credit/standing-words';
import { type Look, LookBadge } from './look-badge.tsx';

export const STANDING_LOOKS: Record<Standing, Look & { palette: string }> = {
  adimplente: { label: STANDING_LABELS.adimplente, palette: 'positive', icon: Check },
  em_atraso: { label: STANDING_LABELS.em_atraso, palette: 'caution', icon: Clock },
  negativado: { label: STANDING_LABELS.negativado, palette: 'negative', icon: Ban, variant: 'solid' },
  finalizado: { label: STANDING_LABELS.finalizado, palette: 'neutral', icon: CheckCheck },
};

export const StandingBadge = ({ standing }: { standing: Standing }) => (
  <LookBadge {...STANDING_LOOKS[standing]} />
);

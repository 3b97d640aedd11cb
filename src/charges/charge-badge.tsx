import { Ban, CheckCheck, CircleX, Clock, Hourglass, LoaderCircle } from 'lucide-react';
import { CHARGE_STATUS_LABELS, type ChargeStatus } from '#domain/charge/words';
import { type Look, LookBadge } from '../ui/look-badge.tsx';

const LOOKS: Record<ChargeStatus, Omit<Look, 'label'>> = {
  making: { palette: 'notice', icon: LoaderCircle },
  open: { palette: 'caution', icon: Hourglass },
  paid: { palette: 'positive', icon: CheckCheck },
  expired: { palette: 'neutral', icon: Clock, variant: 'outline' },
  cancelled: { palette: 'neutral', icon: Ban, variant: 'outline' },
  failed: { palette: 'negative', icon: CircleX },
};

export const ChargeBadge = ({ status }: { status: ChargeStatus }) => (
  <LookBadge label={CHARGE_STATUS_LABELS[status]} {...LOOKS[status]} />
);

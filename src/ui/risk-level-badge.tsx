import { Badge } from '@chakra-ui/react';
import { type LucideIcon, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { RISK_LEVEL_LABELS, type RiskLevel } from '#domain/credit/risk-level';

type Look = { label: string; palette: string; icon: LucideIcon; variant?: 'solid' | 'outline' };

export const RISK_LEVEL_LOOKS: Record<RiskLevel, Look> = {
  muito_baixo: { label: RISK_LEVEL_LABELS.muito_baixo, palette: 'positive', icon: ShieldCheck },
  baixo: { label: RISK_LEVEL_LABELS.baixo, palette: 'positive', icon: ShieldCheck },
  moderado: { label: RISK_LEVEL_LABELS.moderado, palette: 'caution', icon: ShieldQuestion },
  alto: { label: RISK_LEVEL_LABELS.alto, palette: 'negative', icon: ShieldAlert, variant: 'outline' },
  muito_alto: {
    label: RISK_LEVEL_LABELS.muito_alto,
    palette: 'negative',
    icon: ShieldAlert,
    variant: 'solid',
  },
};

export function RiskLevelBadge({ level }: { level: RiskLevel }) {
  const { label, palette, icon: LevelIcon, variant = 'subtle' } = RISK_LEVEL_LOOKS[level];
  return (
    <Badge colorPalette={palette} variant={variant}>
      <LevelIcon aria-hidden size={14} />
      Risco {label}
    </Badge>
  );
}

import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { RISK_LEVEL_LABELS, type RiskLevel } from '#domain/credit/risk-level';
import { type Look, LookBadge } from './look-badge.tsx';

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

export const RiskLevelBadge = ({ level }: { level: RiskLevel }) => (
  <LookBadge {...RISK_LEVEL_LOOKS[level]} label={`Risco ${RISK_LEVEL_LOOKS[level].label}`} />
);

import { Scale, ShieldCheck, TriangleAlert } from 'lucide-react';
import { RISK_LEVEL_LABELS, type RiskLevel } from '#domain/investment/words';
import { type Look, LookBadge } from './look-badge.tsx';

const LOOKS: Record<RiskLevel, Omit<Look, 'label'>> = {
  low: { palette: 'positive', icon: ShieldCheck },
  medium: { palette: 'caution', icon: Scale },
  high: { palette: 'negative', icon: TriangleAlert },
};

export const RiskBadge = ({ level }: { level: RiskLevel }) => (
  <LookBadge {...LOOKS[level]} label={`Risco ${RISK_LEVEL_LABELS[level].toLowerCase()}`} />
);

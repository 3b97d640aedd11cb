import { Badge } from '@chakra-ui/react';
import { type LucideIcon, Scale, ShieldCheck, TriangleAlert } from 'lucide-react';
import { RISK_LEVEL_LABELS, type RiskLevel } from '#domain/investment/words';

const LOOKS: Record<RiskLevel, { palette: string; icon: LucideIcon }> = {
  low: { palette: 'positive', icon: ShieldCheck },
  medium: { palette: 'caution', icon: Scale },
  high: { palette: 'negative', icon: TriangleAlert },
};

export function RiskBadge({ level }: { level: RiskLevel }) {
  const { palette, icon: RiskIcon } = LOOKS[level];
  return (
    <Badge colorPalette={palette}>
      <RiskIcon aria-hidden size={14} />
      Risco {RISK_LEVEL_LABELS[level].toLowerCase()}
    </Badge>
  );
}

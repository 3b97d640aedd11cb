import { Badge } from '@chakra-ui/react';
import { type LucideIcon, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { RiskLevel } from '#domain/credit/pricing';

type Look = { label: string; palette: string; icon: LucideIcon; variant?: 'solid' | 'outline' };

/** The words are the domain's, whose arithmetic no screen needs to load; a test keeps them the same. */
export const RISK_LEVEL_LOOKS: Record<RiskLevel, Look> = {
  muito_baixo: { label: 'muito baixo', palette: 'positive', icon: ShieldCheck },
  baixo: { label: 'baixo', palette: 'positive', icon: ShieldCheck },
  moderado: { label: 'moderado', palette: 'caution', icon: ShieldQuestion },
  alto: { label: 'alto', palette: 'negative', icon: ShieldAlert, variant: 'outline' },
  muito_alto: { label: 'muito alto', palette: 'negative', icon: ShieldAlert, variant: 'solid' },
};

/** The level of risk of a credit proposal, as word, colour and icon. */
export function RiskLevelBadge({ level }: { level: RiskLevel }) {
  const { label, palette, icon: LevelIcon, variant = 'subtle' } = RISK_LEVEL_LOOKS[level];
  return (
    <Badge colorPalette={palette} variant={variant}>
      <LevelIcon aria-hidden size={14} />
      Risco {label}
    </Badge>
  );
}

import { Badge } from '@chakra-ui/react';
import {
  CheckCheck,
  CircleDot,
  Flame,
  Headset,
  type LucideIcon,
  Receipt,
  Smile,
  TrendingUp,
} from 'lucide-react';
import {
  CONTACT_TYPE_LABELS,
  type ContactType,
  DIFFICULTY_LABELS,
  type Difficulty,
} from '#domain/contact/words';

const TYPES: Record<ContactType, { palette: string; icon: LucideIcon }> = {
  cobranca: { palette: 'accent', icon: Receipt },
  acompanhamento: { palette: 'notice', icon: TrendingUp },
  suporte: { palette: 'brand', icon: Headset },
};

const DIFFICULTIES: Record<Difficulty, { palette: string; icon: LucideIcon }> = {
  facil: { palette: 'positive', icon: Smile },
  moderado: { palette: 'caution', icon: CircleDot },
  dificil: { palette: 'negative', icon: Flame },
};

export function ContactTypeBadge({ type }: { type: ContactType }) {
  const { palette, icon: TypeIcon } = TYPES[type];
  return (
    <Badge colorPalette={palette}>
      <TypeIcon aria-hidden size={14} />
      {CONTACT_TYPE_LABELS[type]}
    </Badge>
  );
}

export function DifficultyBadge({ difficulty }: { difficulty: Difficulty }) {
  const { palette, icon: DifficultyIcon } = DIFFICULTIES[difficulty];
  return (
    <Badge colorPalette={palette}>
      <DifficultyIcon aria-hidden size={14} />
      {DIFFICULTY_LABELS[difficulty]}
    </Badge>
  );
}

export function ResolvedBadge() {
  return (
    <Badge colorPalette="positive" variant="outline">
      <CheckCheck aria-hidden size={14} />
      Resolvido
    </Badge>
  );
}

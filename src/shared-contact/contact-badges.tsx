import { CheckCheck, CircleDot, Flame, Headset, Receipt, Smile, TrendingUp } from 'lucide-react';
import {
  CONTACT_TYPE_LABELS,
  type ContactType,
  DIFFICULTY_LABELS,
  type Difficulty,
} from '#domain/contact/words';
import { type Look, LookBadge } from '../ui/look-badge.tsx';

const TYPES: Record<ContactType, Omit<Look, 'label'>> = {
  cobranca: { palette: 'accent', icon: Receipt },
  acompanhamento: { palette: 'notice', icon: TrendingUp },
  suporte: { palette: 'brand', icon: Headset },
};

const DIFFICULTIES: Record<Difficulty, Omit<Look, 'label'>> = {
  facil: { palette: 'positive', icon: Smile },
  moderado: { palette: 'caution', icon: CircleDot },
  dificil: { palette: 'negative', icon: Flame },
};

export const ContactTypeBadge = ({ type }: { type: ContactType }) => (
  <LookBadge {...TYPES[type]} label={CONTACT_TYPE_LABELS[type]} />
);

export const DifficultyBadge = ({ difficulty }: { difficulty: Difficulty }) => (
  <LookBadge {...DIFFICULTIES[difficulty]} label={DIFFICULTY_LABELS[difficulty]} />
);

export const ResolvedBadge = () => (
  <LookBadge label="Resolvido" palette="positive" variant="outline" icon={CheckCheck} />
);

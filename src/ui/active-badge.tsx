import { Ban, Check } from 'lucide-react';
import { LookBadge } from './look-badge.tsx';

type ActiveBadgeProps = {
  active: boolean;
  /** Both words in the gender of the subject: `['Ativa', 'Inativa']`. */
  words: readonly [active: string, inactive: string];
};

export const ActiveBadge = ({ active, words: [yes, no] }: ActiveBadgeProps) =>
  active ? (
    <LookBadge label={yes} palette="positive" icon={Check} />
  ) : (
    <LookBadge label={no} palette="neutral" variant="outline" icon={Ban} />
  );

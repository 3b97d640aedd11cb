import { Badge } from '@chakra-ui/react';
import { Ban, Check } from 'lucide-react';

type ActiveBadgeProps = {
  active: boolean;
  /** Both words in the gender of the subject: `['Ativa', 'Inativa']`. */
  words: readonly [active: string, inactive: string];
};

export function ActiveBadge({ active, words: [yes, no] }: ActiveBadgeProps) {
  return (
    <Badge colorPalette={active ? 'positive' : 'neutral'} variant={active ? 'subtle' : 'outline'}>
      {active ? <Check aria-hidden size={14} /> : <Ban aria-hidden size={14} />}
      {active ? yes : no}
    </Badge>
  );
}

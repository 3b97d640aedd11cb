import { Badge, type BadgeProps } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';

export type Look = { label: string; palette?: string; icon: LucideIcon; variant?: BadgeProps['variant'] };

/** Shows a state by colour, icon and word, never by colour alone. */
export function LookBadge({ label, palette, icon: LookIcon, variant }: Look) {
  return (
    <Badge colorPalette={palette} variant={variant} flexShrink={0}>
      <LookIcon aria-hidden size={14} />
      {label}
    </Badge>
  );
}

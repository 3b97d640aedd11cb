import { Badge, type BadgeProps } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';

export type Look = { label: string; palette?: string; icon: LucideIcon; variant?: BadgeProps['variant'] };

/** A state by its colour, its icon and its word, so never by colour alone. */
export function LookBadge({ label, palette, icon: LookIcon, variant }: Look) {
  return (
    <Badge colorPalette={palette} variant={variant} flexShrink={0}>
      <LookIcon aria-hidden size={14} />
      {label}
    </Badge>
  );
}

import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TextLink } from '../ui/links.tsx';

/** For controls on the dark surface. */
export const ON_SERRA = {
  '& button': {
    color: 'serra.fg',
    _hover: { bg: 'serra.active' },
    _focusVisible: { outlineColor: 'serra.ring' },
  },
  '& a': { _focusVisible: { outlineColor: 'serra.ring' } },
} as const;

export const SHAPE_ON_SERRA = { bg: 'serra.muted/35', borderRadius: 'control' } as const;

export function HeroLink({ to, children }: { to: LinkProps['to']; children: ReactNode }) {
  return (
    <TextLink
      to={to}
      variant="underline"
      color="serra.fg"
      fontWeight="600"
      minHeight="11"
      marginBlock="-1.5"
      display="inline-flex"
      alignItems="center"
    >
      {children}
    </TextLink>
  );
}

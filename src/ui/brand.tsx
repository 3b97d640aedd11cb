import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { BANK, VALE } from './brand-outlines.ts';

/** `onSerra`: for the dark surfaces in the `serra` colours. */
export function Mark({ onSerra = false, ...props }: HTMLChakraProps<'svg'> & { onSerra?: boolean }) {
  return (
    <chakra.svg viewBox="0 0 64 64" aria-hidden focusable="false" boxSize="9" flexShrink={0} {...props}>
      <Valleys onSerra={onSerra} />
    </chakra.svg>
  );
}

/** Decorative beside the name in text; elsewhere give `aria-label` and `role="img"`. */
export function Wordmark({ onSerra = false, ...props }: HTMLChakraProps<'svg'> & { onSerra?: boolean }) {
  return (
    <chakra.svg viewBox="0 0 229 64" role="img" aria-label="ValeBank" height="10" width="auto" {...props}>
      <Valleys onSerra={onSerra} />
      <chakra.path fill={onSerra ? 'serra.fg' : 'fg'} d={VALE} />
      <chakra.path fill={onSerra ? 'serra.fg' : 'brand.fg'} d={BANK} />
    </chakra.svg>
  );
}

/** `plain` omits the sun. */
export function ValleyArt({ plain = false, ...props }: HTMLChakraProps<'svg'> & { plain?: boolean }) {
  return (
    <chakra.svg viewBox="0 0 96 64" fill="none" aria-hidden focusable="false" {...props}>
      <g stroke="currentColor" strokeWidth="2.5" strokeLinecap="round">
        <path d="M4 12C20 38 32 58 48 58S76 38 92 12" />
        <path d="M16 12C28 32 36 47 48 47S68 32 80 12" />
        <path d="M28 12C36 26 40 36 48 36S60 26 68 12" />
      </g>
      {!plain && <chakra.circle cx="48" cy="17" r="6" fill="manaca" />}
    </chakra.svg>
  );
}

function Valleys({ onSerra }: { onSerra: boolean }) {
  return (
    <>
      <chakra.g
        fill="none"
        stroke={onSerra ? 'serra.fg' : 'brand.solid'}
        strokeWidth="6"
        strokeLinecap="round"
      >
        <path d="M7 13C13 40 21 53 32 53S51 40 57 13" />
        <path d="M19 13C22.5 29 26.5 38 32 38S41.5 29 45 13" />
      </chakra.g>
      <chakra.circle cx="32" cy="17" r="6" fill={onSerra ? 'serra.bar' : 'manaca'} />
    </>
  );
}

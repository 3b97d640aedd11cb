import { chakra, type HTMLChakraProps, Span, VisuallyHidden } from '@chakra-ui/react';
import { formatBrl, parseDecimal } from '#domain/money';
import { useAmountsHidden } from './hidden-amounts.ts';

type MoneyProps = Omit<HTMLChakraProps<'span'>, 'children'> & {
  cents?: number;
  decimal?: string;
  /** Shows a plus for positive amounts; a minus always shows. */
  signed?: boolean;
  /** hero: a screen's main number, with smaller cents. */
  size?: 'text' | 'hero';
  /** Visible even if amounts are hidden: the customer is about to confirm it, or just has. */
  exposed?: boolean;
};

const HERO = {
  fontFamily: 'heading',
  fontWeight: '700',
  fontSize: { base: '3xl', md: '4xl' },
  lineHeight: '1.1',
  letterSpacing: '-0.02em',
} as const;

/** Hidden amounts all look alike, so that neither sign nor length is revealed. */
export function Money({ cents, decimal, signed, size = 'text', exposed, ...props }: MoneyProps) {
  const hidden = useAmountsHidden();
  const amountCents = cents ?? parseDecimal(decimal ?? '');
  if (amountCents === null) return <chakra.span {...props}>—</chakra.span>;
  const text = `${signed && amountCents > 0 ? '+' : ''}${formatBrl(amountCents)}`;
  const comma = size === 'hero' ? text.lastIndexOf(',') : text.length;
  return (
    <chakra.span data-money="" whiteSpace="nowrap" {...(size === 'hero' && HERO)} {...props}>
      {hidden && !exposed ? (
        <>
          <span aria-hidden>R$&nbsp;••••</span>
          <VisuallyHidden>valor oculto</VisuallyHidden>
        </>
      ) : (
        <>
          {text.slice(0, comma)}
          {size === 'hero' && <Span fontSize="0.58em">{text.slice(comma)}</Span>}
        </>
      )}
    </chakra.span>
  );
}

import { chakra, type HTMLChakraProps, Span, VisuallyHidden } from '@chakra-ui/react';
import { formatBrl, parseDecimal } from '#domain/money';
import { useAmountsHidden } from './hidden-amounts.ts';

type MoneyProps = Omit<HTMLChakraProps<'span'>, 'children'> & {
  /** Integer cents … */
  cents?: number;
  /** … or decimal text as the API sends it: `"1234.56"`. */
  decimal?: string;
  /** Puts a plus before what came in; a minus always shows. */
  signed?: boolean;
  /** hero: the one big number of a screen, its cents smaller. */
  size?: 'text' | 'hero';
  /** Shows although amounts are hidden: what one is about to confirm, or has just confirmed. */
  exposed?: boolean;
};

const HERO = {
  fontFamily: 'heading',
  fontWeight: '700',
  fontSize: { base: '3xl', md: '4xl' },
  lineHeight: '1.1',
  letterSpacing: '-0.02em',
} as const;

/**
 * An amount of money: tabular figures, U+2212 as minus, never broken over two lines. Where amounts are hidden, all of
 * them look alike: neither sign nor length tells anything.
 */
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

import { chakra, type HTMLChakraProps, Span } from '@chakra-ui/react';
import { formatBrl, parseDecimal } from '#domain/money';

type MoneyProps = Omit<HTMLChakraProps<'span'>, 'children'> & {
  /** Integer cents … */
  cents?: number;
  /** … or decimal text as the API sends it: `"1234.56"`. */
  decimal?: string;
  /** Puts a plus before what came in; a minus always shows. */
  signed?: boolean;
  /** hero: the one big number of a screen, its cents smaller. */
  size?: 'text' | 'hero';
};

/** An amount of money: tabular figures, U+2212 as minus, never broken over two lines. */
export function Money({ cents, decimal, signed = false, size = 'text', ...props }: MoneyProps) {
  const amountCents = cents ?? parseDecimal(decimal ?? '');
  if (amountCents === null) return <chakra.span {...props}>—</chakra.span>;
  const text = `${signed && amountCents > 0 ? '+' : ''}${formatBrl(amountCents)}`;
  if (size === 'text') {
    return (
      <chakra.span data-money="" whiteSpace="nowrap" {...props}>
        {text}
      </chakra.span>
    );
  }
  const comma = text.lastIndexOf(',');
  return (
    <chakra.span
      data-money=""
      whiteSpace="nowrap"
      fontFamily="heading"
      fontWeight="700"
      fontSize={{ base: '3xl', md: '4xl' }}
      lineHeight="1.1"
      letterSpacing="-0.02em"
      {...props}
    >
      {text.slice(0, comma)}
      <Span fontSize="0.58em">{text.slice(comma)}</Span>
    </chakra.span>
  );
}

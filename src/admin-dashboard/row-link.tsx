import { chakra, Text } from '@chakra-ui/react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PlainLink } from '../ui/links.tsx';

type RowLinkProps = {
  link: LinkProps;
  name: string;
  /** Colour of this row in a chart. */
  color?: string;
  detail: ReactNode;
  children: ReactNode;
};

export function RowLink({ link, name, color, detail, children }: RowLinkProps) {
  return (
    <LinkedRow link={link}>
      {color && <chakra.span aria-hidden boxSize="3" borderRadius="full" bg={color} flexShrink={0} />}
      <chakra.span flex="1" minWidth="0">
        <chakra.span display="block" fontWeight="500">
          {name}
        </chakra.span>{' '}
        <Text as="span" color="fg.muted" textStyle="sm" className="num">
          {detail}
        </Text>
      </chakra.span>{' '}
      <chakra.span className="num" fontWeight="600" textAlign="end">
        {children}
      </chakra.span>
    </LinkedRow>
  );
}

/** A row of a card's list that is a link as a whole. */
export function LinkedRow({ link, children }: { link: LinkProps; children: ReactNode }) {
  return (
    <chakra.li borderTop="1px solid" borderColor="border.muted" _first={{ borderTop: 'none' }}>
      <PlainLink
        {...link}
        display="flex"
        alignItems="center"
        gap="3"
        minHeight="12"
        paddingBlock="2"
        borderRadius="control"
        _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
      >
        {children}
      </PlainLink>
    </chakra.li>
  );
}

type RowLinksProps = { label: string; isWide?: boolean; children: ReactNode };

export function RowLinks({ label, isWide = false, children }: RowLinksProps) {
  return (
    <chakra.ul
      aria-label={label}
      listStyleType="none"
      margin="0"
      padding="0"
      {...(isWide && {
        display: { lg: 'grid' },
        gridTemplateColumns: '1fr 1fr',
        columnGap: '12',
        css: { '& > li:nth-of-type(2)': { lg: { borderTopColor: 'transparent' } } },
      })}
    >
      {children}
    </chakra.ul>
  );
}

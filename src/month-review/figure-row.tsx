import { Box, Flex, Text, VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { SearchOf } from '#domain/places';
import { DOTTED } from '../ui/figure-link.tsx';
import { PlainLink } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';

type FigureRowProps = {
  name: string;
  amount: string;
  detail?: ReactNode;
  search: SearchOf<'/client/statement'>;
};

/** A named amount; the whole row opens the movements it is made of. */
export function FigureRow({ name, amount, detail, search }: FigureRowProps) {
  return (
    <PlainLink
      to="/client/statement"
      search={search}
      display="block"
      paddingBlock="1"
      paddingInline="2"
      marginInline="-2"
      borderRadius="control"
      _hover={{ bg: 'bg.subtle' }}
    >
      <Flex justify="space-between" gap="4" align="baseline" fontWeight="600">
        <Box minWidth="0" overflowWrap="anywhere">
          <VisuallyHidden>Ver os lançamentos de </VisuallyHidden>
          <Box as="span" css={DOTTED}>
            {name}
          </Box>
          <VisuallyHidden>: </VisuallyHidden>
        </Box>
        <Money decimal={amount} flexShrink="0" />
      </Flex>
      {detail !== undefined && (
        <Text className="num" color="fg.muted" textStyle="sm">
          {detail}
        </Text>
      )}
    </PlainLink>
  );
}

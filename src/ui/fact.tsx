import { chakra, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Goes inside a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      justifyContent="space-between"
      columnGap="4"
      paddingBlock="2.5"
      borderTop="1px solid"
      borderColor="border.muted"
    >
      <Text as="dt" color="fg.muted">
        {name}
      </Text>
      <chakra.dd
        textAlign="end"
        fontWeight="500"
        minWidth="0"
        overflowWrap="anywhere"
        marginInlineStart="auto"
      >
        {children}
      </chakra.dd>
    </chakra.div>
  );
}

import { chakra, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** One row of a card's list: what it is on the left, what can be done with it on the right. */
export function ListRow({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      paddingBlock="3"
      borderTop="1px solid"
      borderColor="border.muted"
    >
      <Stack gap="1" flex="1 1 14rem" minWidth="0" overflowWrap="anywhere">
        {children}
      </Stack>
      {action}
    </chakra.li>
  );
}

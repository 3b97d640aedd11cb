import { chakra, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

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

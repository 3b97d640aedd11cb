import { chakra, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Goes inside a `dl`. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text as="dt" color="fg.muted" textStyle="sm">
        {name}
      </Text>
      <chakra.dd margin="0" fontWeight="600" className="num" overflowWrap="anywhere">
        {children}
      </chakra.dd>
    </div>
  );
}

import { chakra, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** One figure of a card, inside a `dl`: its name above it. */
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

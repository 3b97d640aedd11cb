import { Heading, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A part of a screen under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap="4" minWidth="0">
      <Heading as="h2" size="lg" fontWeight="600">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

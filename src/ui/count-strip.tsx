import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The totals of a list in one line, over all its pages. */
export function CountStrip({ children }: { children: ReactNode }) {
  return (
    <chakra.dl margin="0" display="flex" flexWrap="wrap" columnGap="8" rowGap="2">
      {children}
    </chakra.dl>
  );
}

/** One total: its name, and what it comes to; a dash until it is known. */
export function Count({ name, children }: { name: string; children: ReactNode }) {
  return (
    <chakra.div>
      <chakra.dt color="fg.muted" textStyle="sm">
        {name}
      </chakra.dt>
      <chakra.dd margin="0" className="num" fontFamily="heading" fontWeight="700" textStyle="xl">
        {children ?? '—'}
      </chakra.dd>
    </chakra.div>
  );
}

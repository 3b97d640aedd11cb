import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Label and total; undefined until known. */
export type Count = readonly [name: string, figure: ReactNode];

export function CountStrip({ counts }: { counts: readonly Count[] }) {
  return (
    <chakra.dl
      data-counts=""
      margin="0"
      display="flex"
      flexWrap="wrap"
      columnGap={{ base: '5', md: '8' }}
      rowGap="2"
    >
      {counts.map(([name, figure]) => (
        <chakra.div key={name}>
          <chakra.dt color="fg.muted" textStyle="sm">
            {name}
          </chakra.dt>
          <chakra.dd margin="0" className="num" fontFamily="heading" fontWeight="700" textStyle="xl">
            {figure ?? '—'}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
}

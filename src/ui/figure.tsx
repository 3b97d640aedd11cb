import { chakra, type HTMLChakraProps, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { presentIn } from './fact.tsx';

type FiguresProps = Omit<HTMLChakraProps<'dl'>, 'children'> & {
  of: Record<string, ReactNode>;
  /** Number of columns from `md` on; two on a phone. */
  across?: number;
};

/** Figures with their names, side by side; absent values are left out. */
export function Figures({ of, across = 4, ...style }: FiguresProps) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: `repeat(${across}, minmax(0, 1fr))` }}
      gap="4"
      margin="0"
      {...style}
    >
      {presentIn(of).map(([name, figure]) => (
        <div key={name}>
          <Text as="dt" color="fg.muted" textStyle="sm">
            {name}
          </Text>
          <chakra.dd margin="0" fontWeight="600" className="num" overflowWrap="anywhere">
            {figure}
          </chakra.dd>
        </div>
      ))}
    </chakra.dl>
  );
}

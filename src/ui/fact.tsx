import { chakra, type HTMLChakraProps, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export type FactsProps = Omit<HTMLChakraProps<'dl'>, 'children'> & {
  /** Absent values (undefined, null, false, '') are left out. */
  of: Record<string, ReactNode>;
};

/** The present values with their names. */
export const presentIn = (of: Record<string, ReactNode>): [string, ReactNode][] =>
  Object.entries(of).filter(([, value]) => value || value === 0);

/** Facts with their names, one below the other. */
export function Facts({ of, ...style }: FactsProps) {
  return (
    <chakra.dl margin="0" {...style}>
      {presentIn(of).map(([name, fact]) => (
        <Fact key={name} name={name}>
          {fact}
        </Fact>
      ))}
    </chakra.dl>
  );
}

/** Goes inside a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <chakra.div
      display="flex"
      alignItems="baseline"
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
        className="num"
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

/** Under a fact, on a line of its own. */
export const FactDetail = ({ children, className }: { children: ReactNode; className?: string }) => (
  <Text as="span" className={className} display="block" color="fg.muted" textStyle="sm" fontWeight="400">
    {children}
  </Text>
);

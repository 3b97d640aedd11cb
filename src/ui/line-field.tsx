import { Box, type BoxProps, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type LineFieldProps = BoxProps & {
  /** The line, as an SVG path without its first M, in percent of the field from its upper left corner. */
  path: string;
  /** Where the dot stands, in the same measure. */
  mark: { x: number; y: number };
  /** Other lines, behind this one. */
  children?: ReactNode;
};

/**
 * The field of a line: what is under the line is shaded, a dot with a plumb line stands on one place. Drawn by hand, as a
 * library of charts would weigh more than the rest of a screen. It is decoration over a table, which says the same in
 * figures.
 */
export function LineField({ path, mark, children, ...props }: LineFieldProps) {
  return (
    <Box position="relative" height={{ base: '11rem', md: '14rem' }} aria-hidden {...props}>
      <chakra.svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        position="absolute"
        inset="0"
        width="100%"
        height="100%"
        overflow="visible"
        fill="none"
        css={{ '& path': { vectorEffect: 'non-scaling-stroke' } }}
      >
        {[0, 50, 100].map((y) => (
          <chakra.path key={y} d={`M0 ${y}H100`} stroke="border.muted" strokeWidth="1" />
        ))}
        <chakra.path d={`M${path}V100H0Z`} fill="chart.in" fillOpacity="0.12" />
        {children}
        <chakra.path
          d={`M${path}`}
          stroke="chart.in"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <chakra.path d={`M${mark.x} ${mark.y}V100`} stroke="border.emphasized" strokeWidth="1.5" />
      </chakra.svg>
      <Box
        position="absolute"
        left={`${mark.x}%`}
        top={`${mark.y}%`}
        boxSize="4"
        marginInlineStart="-2"
        marginTop="-2"
        borderRadius="full"
        bg="manaca"
        borderWidth="3px"
        borderColor="bg.panel"
      />
    </Box>
  );
}

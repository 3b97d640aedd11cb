import { Box, type BoxProps, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type LineFieldProps = BoxProps & {
  /** SVG path without its first M, in percent of the field, from the top left. */
  path: string;
  /** Position of the dot, in the same unit. */
  mark: { x: number; y: number };
  children?: ReactNode;
};

/** Hand-drawn: a chart library would outweigh the screen. Decorative: a table has the same figures. */
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

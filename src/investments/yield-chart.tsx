import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { type CurvePoint, curveLine } from '#domain/investment/forecast';
import { formatDay } from '../ui/date.ts';
import { Money } from '../ui/money.tsx';

type YieldChartProps = {
  points: readonly CurvePoint[];
  /** The chosen day; a mark stands on its net value. */
  chosen: CurvePoint;
};

/**
 * What the money comes to, day by day: gross dashed, net solid, a dot on the chosen day. Drawn by hand: a library of charts
 * would weigh more than the rest of the screen. It is decoration over the table, which says the same in figures.
 */
export function YieldChart({ points, chosen }: YieldChartProps) {
  const gross = curveLine(points, 'grossCents');
  const net = curveLine(points, 'netCents');
  const mark = net.at(chosen);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure>
      <Flex gap="5" wrap="wrap" textStyle="sm" marginBottom="3" aria-hidden>
        <Key dashed>Bruto</Key>
        <Key>Líquido</Key>
      </Flex>
      <Box position="relative" height={{ base: '11rem', md: '14rem' }} aria-hidden>
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
          <chakra.path d={`M${net.path}V100H0Z`} fill="chart.in" fillOpacity="0.12" />
          <chakra.path
            d={`M${gross.path}`}
            stroke="chart.out"
            strokeWidth="2.5"
            strokeDasharray="6 5"
            strokeLinecap="round"
          />
          <chakra.path
            d={`M${net.path}`}
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
      <Flex justify="space-between" gap="4" marginTop="2" textStyle="sm" color="fg.muted" aria-hidden>
        {first && (
          <Text className="num">
            {formatDay(first.day)}
            <br />
            <Money cents={first.netCents} exposed />
          </Text>
        )}
        {last && (
          <Text className="num" textAlign="end">
            {formatDay(last.day)}
            <br />
            <Money cents={last.netCents} exposed /> líquidos
          </Text>
        )}
      </Flex>
    </figure>
  );
}

function Key({ dashed, children }: { dashed?: boolean; children: ReactNode }) {
  return (
    <Flex align="center" gap="2">
      <Box
        width="6"
        borderTop={dashed ? '3px dashed' : '3px solid'}
        borderColor={dashed ? 'chart.out' : 'chart.in'}
      />
      {children}
    </Flex>
  );
}

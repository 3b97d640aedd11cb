import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { type CurvePoint, curveLine } from '#domain/investment/forecast';
import { formatDay } from '../ui/date.ts';
import { LineField } from '../ui/line-field.tsx';
import { Money } from '../ui/money.tsx';

type YieldChartProps = {
  points: readonly CurvePoint[];
  chosen: CurvePoint;
};

/** Value by day: gross dashed, net solid. */
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
      <LineField path={net.path} mark={mark}>
        <chakra.path
          d={`M${gross.path}`}
          stroke="chart.out"
          strokeWidth="2.5"
          strokeDasharray="6 5"
          strokeLinecap="round"
        />
      </LineField>
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

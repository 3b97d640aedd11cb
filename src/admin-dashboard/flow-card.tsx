import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { type PointerEvent, useState } from 'react';
import { flowBars } from '#domain/admin/flow-bars';
import type { RouterOutputs } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { DayTable } from '../ui/day-table.tsx';
import { Figures } from '../ui/figure.tsx';
import { Money } from '../ui/money.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { TableSwitch } from '../ui/table-switch.tsx';
import { FlowLink } from './flow-link.tsx';

type Overview = RouterOutputs['admin']['overview'];
export type Flow = Overview['flow'];

const FIGURES = [
  { name: 'Entradas', of: (one: Flow[number]) => <Money decimal={one.in} /> },
  { name: 'Saídas', of: (one: Flow[number]) => <Money decimal={one.out} /> },
];

type FlowCardProps = { flow: Flow; total: Overview['flowTotal']; today: string; days: number };

export function FlowCard({ flow, total, today, days }: FlowCardProps) {
  const [asTable, setAsTable] = useState(false);
  const isEmpty = Number(total.in) === 0 && Number(total.out) === 0;
  const title = `Entradas e saídas em ${days} dias`;
  const period = { from: flow[0]?.day ?? today, to: today };
  return (
    <SectionCard
      title={title}
      description="Dinheiro que veio de fora do banco e que saiu dele. Ajustes manuais não contam."
    >
      <Figures
        display="flex"
        flexWrap="wrap"
        columnGap="8"
        rowGap="2"
        of={{
          Entradas: (
            <FlowLink {...period} direction="saidas">
              <Money decimal={total.in} />
            </FlowLink>
          ),
          Saídas: (
            <FlowLink {...period} direction="entradas">
              <Money decimal={total.out} />
            </FlowLink>
          ),
          Resultado: (
            <FlowLink {...period}>
              <Money decimal={total.net} signed />
            </FlowLink>
          ),
        }}
      />
      {isEmpty ? (
        <Text color="fg.muted">Nada entrou nem saiu nestes dias.</Text>
      ) : (
        <>
          {asTable ? (
            <DayTable
              days={flow.toReversed()}
              caption={title}
              name={({ day }) => (
                <FlowLink from={day} to={day}>
                  {formatDay(day)}
                </FlowLink>
              )}
              figures={FIGURES}
            />
          ) : (
            <FlowChart flow={flow} />
          )}
          <TableSwitch asTable={asTable} onSwitch={setAsTable} />
        </>
      )}
    </SectionCard>
  );
}

/** Hand-drawn: a chart library would outweigh the screen. Decorative: the table has the same figures. */
function FlowChart({ flow }: { flow: Flow }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const { bars, lineAtPercent, mostIn, mostOut } = flowBars(flow);
  const shown = pointed === null ? undefined : flow[pointed];
  const wide = 100 / Math.max(1, bars.length);

  function point({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = Math.floor(((clientX - left) / width) * bars.length);
    setPointed(Math.min(bars.length - 1, Math.max(0, at)));
  }

  return (
    <chakra.figure margin="0" aria-hidden>
      <Flex
        columnGap="5"
        rowGap="1"
        wrap="wrap"
        textStyle="sm"
        minHeight={{ base: '12', md: '6' }}
        marginBottom="3"
      >
        <Key color="chart.in">Entradas</Key>
        <Key color="chart.out">Saídas</Key>
        {shown && (
          <Text className="num" marginInlineStart={{ md: 'auto' }}>
            {formatDay(shown.day)}: <Money decimal={shown.in} /> · <Money decimal={shown.out} />
          </Text>
        )}
      </Flex>
      <Box
        position="relative"
        height={{ base: '11rem', md: '14rem' }}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
      >
        <chakra.svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          position="absolute"
          inset="0"
          width="100%"
          height="100%"
          overflow="visible"
        >
          {pointed !== null && (
            <chakra.rect x={pointed * wide} y="0" width={wide} height="100" fill="bg.muted" />
          )}
          {bars.map(({ day, inPercent, outPercent }, index) => (
            <g key={day}>
              <chakra.rect
                x={(index + 0.15) * wide}
                y={lineAtPercent - inPercent}
                width={wide * 0.7}
                height={inPercent}
                fill="chart.in"
              />
              <chakra.rect
                x={(index + 0.15) * wide}
                y={lineAtPercent}
                width={wide * 0.7}
                height={outPercent}
                fill="chart.out"
              />
            </g>
          ))}
          <chakra.path
            d={`M0 ${lineAtPercent}H100`}
            stroke="border.emphasized"
            strokeWidth="1"
            vectorEffect="non-scaling-stroke"
          />
        </chakra.svg>
      </Box>
      <Flex justify="space-between" gap="4" marginTop="2" textStyle="sm" color="fg.muted" className="num">
        <span>{formatDay(flow[0]?.day ?? '')}</span>
        <Text as="span" textAlign="center" display={{ base: 'none', md: 'inline' }}>
          maior entrada <Money decimal={mostIn} /> · maior saída <Money decimal={mostOut} />
        </Text>
        <span>hoje</span>
      </Flex>
    </chakra.figure>
  );
}

function Key({ color, children }: { color: string; children: string }) {
  return (
    <Flex align="center" gap="2" color="fg.muted">
      <Box boxSize="3" borderRadius="full" bg={color} />
      {children}
    </Flex>
  );
}

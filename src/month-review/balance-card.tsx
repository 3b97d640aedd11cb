import { chakra, Flex, Text } from '@chakra-ui/react';
import { type PointerEvent, useState } from 'react';
import { balanceLine, balanceRange } from '#domain/account/balance-line';
import { addMonths } from '#domain/calendar';
import { addDays } from '#domain/date';
import { daysBetween, formatDay } from '../ui/date.ts';
import { DayTable } from '../ui/day-table.tsx';
import { Figures } from '../ui/figure.tsx';
import { FigureLink } from '../ui/figure-link.tsx';
import { LineField } from '../ui/line-field.tsx';
import { Money } from '../ui/money.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { TableSwitch } from '../ui/table-switch.tsx';
import type { Review } from './review.ts';

export function BalanceCard({ review: { month, days, opening, closing, isOver } }: { review: Review }) {
  const [asTable, setAsTable] = useState(false);
  const range = balanceRange(days);
  const lastOn = days.at(-1)?.day ?? `${month}-01`;
  return (
    <SectionCard
      title="Saldo dia a dia"
      description="O que havia em todas as suas contas no fim de cada dia."
    >
      <Figures
        display="flex"
        flexWrap="wrap"
        columnGap="8"
        rowGap="2"
        of={{
          'No início do mês': <BalanceLink day={addDays(`${month}-01`, -1)} balance={opening} />,
          [isOver ? 'No fim do mês' : 'Hoje']: <BalanceLink day={lastOn} balance={closing} />,
          ...(range && {
            [`Maior, em ${formatDay(range.highest.day)}`]: <BalanceLink {...range.highest} />,
            [`Menor, em ${formatDay(range.lowest.day)}`]: <BalanceLink {...range.lowest} />,
          }),
        }}
      />
      {asTable ? (
        <DayTable
          days={days}
          caption="Saldo no fim de cada dia"
          name={({ day }) => formatDay(day)}
          figures={[{ name: 'Saldo no fim do dia', of: (day) => <BalanceLink {...day} /> }]}
        />
      ) : (
        <BalanceChart
          days={days}
          daysInMonth={daysBetween(`${month}-01`, addMonths(`${month}-01`, 1))}
          isOver={isOver}
        />
      )}
      <TableSwitch asTable={asTable} onSwitch={setAsTable} />
    </SectionCard>
  );
}

/** A balance is the sum of all movements up to its day. */
function BalanceLink({ day, balance }: Review['days'][number]) {
  return <FigureLink of={`saldo em ${formatDay(day)}`} decimal={balance} search={{ ate: day }} />;
}

type BalanceChartProps = { days: Review['days']; daysInMonth: number; isOver: boolean };

function BalanceChart({ days, daysInMonth, isOver }: BalanceChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const { at, path } = balanceLine(days, daysInMonth);
  const last = days.length - 1;
  // The pointed day may not exist in a shorter month that was loaded since.
  const index = Math.min(pointed ?? last, last);
  const shown = days[index];
  const mark = at(index);

  function point({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const nearest = Math.round(((clientX - left) / width) * (daysInMonth - 1));
    setPointed(Math.min(last, Math.max(0, nearest)));
  }

  return (
    <chakra.figure margin="0" aria-hidden>
      <Text className="num" textStyle="sm" color="fg.muted" marginBottom="3">
        {shown && (
          <>
            {formatDay(shown.day)}: <Money decimal={shown.balance} color="fg" fontWeight="600" />
          </>
        )}
      </Text>
      <LineField
        path={path}
        mark={mark}
        touchAction="pan-y"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
      />
      <Flex
        position="relative"
        justify="space-between"
        marginTop="2"
        textStyle="sm"
        color="fg.muted"
        className="num"
      >
        <span>dia 1</span>
        {!isOver && isBetween(at(last).x) && (
          <chakra.span position="absolute" left={`${at(last).x}%`} transform="translateX(-50%)">
            hoje
          </chakra.span>
        )}
        <span>dia {daysInMonth}</span>
      </Flex>
    </chakra.figure>
  );
}

/** Whether a position (percent of the width) leaves room for the labels at both ends. */
const isBetween = (percent: number): boolean => percent > 25 && percent < 75;

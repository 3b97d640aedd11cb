import { Badge, Text } from '@chakra-ui/react';
import { nextBusinessDay } from '#domain/calendar';
import { daysBetween, formatDay } from './date.ts';

/** A due date on a non-business day moves to the next business day. */
export function DaysLeft({ dueDate, today }: { dueDate: string; today: string }) {
  const left = daysBetween(today, dueDate);
  if (left === 0) return <Badge colorPalette="accent">Vence hoje</Badge>;
  if (left < 0) {
    const lastDay = nextBusinessDay(dueDate);
    return (
      <Badge colorPalette="caution" className="num">
        {lastDay === today ? 'Pague hoje' : `Pague até ${formatDay(lastDay)}`}
      </Badge>
    );
  }
  return (
    <Text as="span" color="fg.muted" textStyle="sm" className="num">
      em {left} {left === 1 ? 'dia' : 'dias'}
    </Text>
  );
}

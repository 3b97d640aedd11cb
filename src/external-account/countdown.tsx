import { Box, Text } from '@chakra-ui/react';
import { daysBetween, deviceDay, deviceMs, formatMoment } from '../ui/date.ts';
import { useNow } from '../ui/use-now.ts';

const MINUTE_MS = 60_000;

/** Milliseconds → `47 h 59 min`, `12 min`, rounded up to minutes. */
export function leftText(leftMs: number): string {
  const minutes = Math.ceil(leftMs / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

type CountdownProps = {
  /** ISO 8601, by the bank's clock. */
  until: string;
  /** The bank's date: the device's clock may be days off. */
  today: string;
};

export function Countdown({ until, today }: CountdownProps) {
  useNow(30_000);
  const offMs = daysBetween(deviceDay(), today) * 24 * 60 * MINUTE_MS;
  const leftMs = new Date(until).getTime() - (deviceMs() + offMs);
  return (
    <Box role="timer" className="num">
      <Text fontFamily="heading" fontWeight="700" textStyle="2xl">
        {leftMs > 0 ? leftText(leftMs) : 'Prazo encerrado'}
      </Text>
      <Text color="fg.muted" textStyle="sm">
        {leftMs > 0 ? 'até ' : 'em '}
        {formatMoment(until)}
        {leftMs <= 0 && (
          <Box as="span" display="block">
            Ainda dá para enviar
          </Box>
        )}
      </Text>
    </Box>
  );
}

import { bankDayAndTime } from '../src-server/domain/date.ts';
import { newScript } from './script.ts';

/** Whole minutes from a moment to the next noon in São Paulo: 0 to 1439. */
export function minutesToNoon(moment: Date): number {
  const [hours = 0, minutes = 0] = bankDayAndTime(moment).time.split(':').map(Number);
  return (12 * 60 - (hours * 60 + minutes) + 24 * 60) % (24 * 60);
}

/**
 * Moves a bank that keeps the machine's time on to its next noon, and answers the day that it is then: a test that counts
 * days does not run into midnight, at whatever hour it is started.
 */
export async function moveToNoon(origin: string): Promise<string> {
  const advanceMinutes = minutesToNoon(new Date());
  const { status, body } = await newScript(origin).call('POST', '/dev/clock', { advanceMinutes });
  if (status !== 200) throw new Error(`the bank did not move to noon: ${status} ${JSON.stringify(body)}`);
  return String(body.today);
}

/** How long before midnight a journey is too likely to run into it. */
const CLOSE_MINUTES = 30;

/** The same, only when midnight is close: moving a demonstration by a day costs its daily run. */
export async function keepFromMidnight(origin: string): Promise<void> {
  const toNoon = minutesToNoon(new Date());
  const toMidnight = (toNoon + 12 * 60) % (24 * 60);
  if (toMidnight < CLOSE_MINUTES) await moveToNoon(origin);
}

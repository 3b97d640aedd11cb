import { bankDayAndTime } from '../src-server/domain/date.ts';
import { newScript } from './script.ts';

export function minutesToNoon(moment: Date): number {
  const [hours = 0, minutes = 0] = bankDayAndTime(moment).time.split(':').map(Number);
  return (12 * 60 - (hours * 60 + minutes) + 24 * 60) % (24 * 60);
}

/** Moves the bank's clock to noon, so that a test that counts days does not cross midnight. Returns the new date. */
export async function moveToNoon(origin: string): Promise<string> {
  const advanceMinutes = minutesToNoon(new Date());
  const { status, body } = await newScript(origin).call('POST', '/dev/clock', { advanceMinutes });
  if (status !== 200) throw new Error(`moving the clock to noon failed: ${status} ${JSON.stringify(body)}`);
  return String(body.today);
}

const CLOSE_MINUTES = 30;

/** Moves only if midnight is close: on a demonstration a move costs a daily run. */
export async function keepFromMidnight(origin: string): Promise<void> {
  const toNoon = minutesToNoon(new Date());
  const toMidnight = (toNoon + 12 * 60) % (24 * 60);
  if (toMidnight < CLOSE_MINUTES) await moveToNoon(origin);
}

import { z } from 'zod';
import { CLOCK_STANDINGS } from '#domain/jobs/clock-standing';
import { lookAtClock, newestDayBegun } from '#server/kernel/clock-watch';
import type { SignedInContext } from '#server/kernel/context';

const moment = z.iso.datetime();

/** Real time. `knownAt`, `knownDay`: null in a new bank. `doneUpTo`: the newest future day already begun, or null. */
export const clockSchema = z.object({
  standing: z.enum(CLOCK_STANDINGS),
  machineAt: moment,
  machineDay: z.string(),
  knownAt: moment.nullable(),
  knownDay: z.string().nullable(),
  doneUpTo: z.string().nullable(),
});
export type ClockAnswer = z.output<typeof clockSchema>;

export async function clockOf(ctx: Pick<SignedInContext, 'db' | 'clock'>): Promise<ClockAnswer> {
  const { standing, machineAt, machineDay, known } = await lookAtClock(ctx);
  const begun = await newestDayBegun(ctx.db);
  return {
    standing,
    machineAt: machineAt.toISOString(),
    machineDay,
    knownAt: known?.at.toISOString() ?? null,
    knownDay: known?.day ?? null,
    doneUpTo: begun !== null && begun > ctx.clock.today() ? begun : null,
  };
}

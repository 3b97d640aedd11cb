import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { lookAtClock, trustClock } from '#server/kernel/clock-watch';
import type { SignedInContext } from '#server/kernel/context';
import { type ClockAnswer, clockOf } from './clock.ts';
import { askForRun } from './jobs.ts';

/** Accepts the machine's clock at `day`; the daily run then catches up. Refuses CLOCK_CHANGED. */
export async function confirmClock(ctx: SignedInContext, { day }: { day: string }): Promise<ClockAnswer> {
  const watch = await lookAtClock(ctx);
  if (watch.standing === 'right' || watch.machineDay !== day) refuse('CLOCK_CHANGED');
  await ctx.db.transaction(async (tx) => {
    if (!(await trustClock(tx, watch))) refuse('CLOCK_CHANGED');
    // If a run already waits or is in progress, that one catches up.
    await askForRun(tx, ctx.user.id, 'daily_run', watch.machineAt);
    await record(tx, ctx, {
      action: 'confirm_clock',
      entityId: null,
      changes: { day: { from: watch.known?.day ?? null, to: day } },
    });
  });
  return clockOf(ctx);
}

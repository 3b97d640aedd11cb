import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { formatDay } from '#domain/date';
import type { ClockStanding } from '#domain/jobs/clock-standing';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { bringBackAttempts } from '#server/auth/tidy-attempts';
import { setAheadAside } from '#server/backup/set-ahead-aside';
import { type ClockWatch, lookAtClock, noteMoment, trustClock } from '#server/kernel/clock-watch';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { queueForAdmins } from '#server/outbox/queue-message';
import { bringBackLooks } from './bring-back-looks.ts';
import { bringBackRuns } from './job-runs.ts';

/** Minimum age of the stored moment before it is updated. */
const NOTED_EACH_MS = 30_000;

const LAST_SEEN = new WeakMap<Bank, ClockStanding>();

/** Stores the moment if right, otherwise logs each change; notifies administrators once of a clock that is ahead. */
export async function watchClock(bank: Bank): Promise<ClockWatch> {
  const watch = await lookAtClock(bank);
  const { standing, machineAt, known } = watch;
  const before = LAST_SEEN.get(bank);
  const hasChanged = before !== standing;
  if (hasChanged) logStanding(bank, watch, before);
  const note = () => bank.db.transaction((tx) => noteMoment(tx, machineAt));
  // First: while something cannot be brought back a right clock would be taken to be ahead two days later.
  if (standing === 'right' && known && machineAt.getTime() - known.at.getTime() >= NOTED_EACH_MS)
    await note();
  if (standing === 'ahead') await notifyOnce(bank, watch);
  else if (hasChanged || standing === 'behind') {
    await bringBackAttempts(bank, machineAt);
    await bringBackLooks(bank, machineAt);
  }
  // Only with a trusted clock: one that had fallen back to 1970 would move every run to that year.
  if (standing === 'right' && hasChanged) {
    await bringBackRuns(bank, machineAt);
    // Not for a new database: it knows no earlier moment, and backups of the former one may be newer than the clock.
    if (known) await setBackupsAside(bank, machineAt);
  }
  // Last: what fails is done again.
  LAST_SEEN.set(bank, standing);
  if (!known) await note();
  return watch;
}

/** A failing disk must not stop the daily run; the next start retries. */
async function setBackupsAside({ env, log }: Bank, machineAt: Date): Promise<void> {
  try {
    const backups = await setAheadAside(env.DATA_DIR, machineAt);
    if (backups.length > 0) log.warn({ backups }, 'backups dated in the future were set aside');
  } catch (error) {
    logFailure(log, error, 'backups dated in the future could not be set aside');
  }
}

/** Throws, in Portuguese, while the clock is ahead and not confirmed. */
export async function refuseClockAhead(bank: Bank): Promise<void> {
  const watch = await watchClock(bank);
  if (watch.standing === 'ahead')
    throw new Error(
      `A tarefa diária não rodou: ${saidOf(watch)}. Confira o relógio da máquina; se ele estiver certo, confirme-o em Tarefas.`,
    );
}

/** Outside production, accepts the machine's clock after a long stop and logs it. No effect in production. */
export async function trustOutsideProduction(bank: Bank): Promise<void> {
  if (bank.env.isProduction) return;
  const watch = await lookAtClock(bank);
  if (watch.standing !== 'ahead') return;
  await bank.db.transaction(async (tx) => {
    if (!(await trustClock(tx, watch))) return;
    await record(tx, systemActor(bank, 'Início fora de produção'), {
      action: 'confirm_clock',
      entityId: null,
      changes: { day: { from: watch.known?.day ?? null, to: watch.machineDay } },
    });
  });
  bank.log.warn(
    { machine: watch.machineDay, known: watch.known?.day },
    "the machine's clock is days past what the bank knew, and is taken as right: in production an administrator would be asked",
  );
}

const saidOf = ({ machineDay, known }: ClockWatch): string =>
  `o relógio da máquina diz ${formatDay(machineDay)}, e o dia mais novo que o banco conhece é ${formatDay(known?.day ?? machineDay)}`;

/** 'right' at the first check is not logged. */
function logStanding(bank: Bank, { standing, machineAt, known }: ClockWatch, before?: ClockStanding): void {
  const facts = { machine: machineAt, known: known?.at };
  if (standing === 'ahead')
    bank.log.error(
      facts,
      "the machine's clock is days past what the bank knows: the daily run waits for an administrator",
    );
  if (standing === 'behind')
    bank.log.warn(
      facts,
      "time goes backwards: the machine's clock is before the newest moment that the bank knows",
    );
  if (standing === 'right' && before) bank.log.warn(facts, "the machine's clock is right again");
}

/** Once per stored moment, however many processes check. */
async function notifyOnce(bank: Bank, watch: ClockWatch): Promise<void> {
  const { bankClock } = bank.db.tables;
  const day = watch.known?.day ?? watch.machineDay;
  const isDue = and(eq(bankClock.id, 1), or(isNull(bankClock.toldOfDay), ne(bankClock.toldOfDay, day)));
  const [due] = await bank.db.select({ id: bankClock.id }).from(bankClock).where(isDue);
  if (!due) return;
  await bank.db.transaction(async (tx) => {
    const updated = await tx
      .update(bankClock)
      .set({ toldOfDay: day })
      .where(isDue)
      .returning({ id: bankClock.id });
    if (updated.length === 0) return;
    await queueForAdmins(tx, bank, 'clock_ahead', { reading: saidOf(watch) });
  });
}

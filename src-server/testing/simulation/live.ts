import { TRPCError } from '@trpc/server';
import { runDueDays } from '#server/jobs/daily-run';
import { toAnswer } from '#server/kernel/to-answer';
import { type Deed, nextDeed } from './deeds.ts';
import { beginProcess, turn, type World } from './world.ts';

/** How often a process dies, and by which commit. */
const DEATH = { share: 0.08, atMostCommits: 4, ofADay: { share: 0.05, atMostCommits: 60 } };
/** How often the provider's network turns bad and recovers. */
const STORM = { begins: 0.1, ends: 0.4 };
const WAYS_OF_STORM = [
  { down: true },
  { dropBefore: 0.2, dropAfter: 0.2 },
  { errorBefore: 0.2, errorAfter: 0.2, tooMany: 0.2 },
  { duplicateWebhooks: 2, reorderWebhooks: true, forgedWebhooks: 0.3 },
] as const;
const CALM = {
  down: false,
  dropBefore: 0,
  dropAfter: 0,
  errorBefore: 0,
  errorAfter: 0,
  tooMany: 0,
  duplicateWebhooks: 0,
  reorderWebhooks: false,
  forgedWebhooks: 0,
};
const SLOW = { share: 0.1, ms: 600_000 };
const DEEDS_A_DAY = 4;
const KEPT_TRACE = 30;

export async function liveDay(world: World, day: string): Promise<void> {
  world.today = day;
  setTime(world, 0, 6);
  note(world, 'the daily run');
  await survive(world, DEATH.ofADay, () => runDueDays(world.bank));
  changeWeather(world);
  const hours = Array.from({ length: world.random.between(0, DEEDS_A_DAY) }, () =>
    world.random.between(7, 22),
  );
  for (const hour of hours.sort((one, other) => one - other)) {
    setTime(world, hour, world.random.below(60));
    const deed = await nextDeed(world);
    if (deed) await perform(world, deed);
    await survive(world, DEATH, () => turn(world));
  }
}

/** No more faults; time for everything pending to finish. */
export async function calmDown(world: World): Promise<void> {
  Object.assign(world.simulator.simulator.faults, CALM);
  note(world, 'calm at last');
  for (let hour = 0; hour < 12; hour += 1) {
    world.bank.clock.passSeconds(1_800);
    await turn(world);
  }
}

function setTime({ bank, today }: World, hour: number, minute: number): void {
  const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
  const at = new Date(`${today}T${time}:00-03:00`);
  if (at > bank.clock.real()) bank.clock.set(at.toISOString());
}

function changeWeather(world: World): void {
  const { random, simulator, tally } = world;
  const { faults } = simulator.simulator;
  if (random.happens(STORM.ends)) Object.assign(faults, CALM);
  if (!random.happens(STORM.begins)) return;
  tally.storms += 1;
  const storm = random.pick(WAYS_OF_STORM);
  note(world, `storm: ${JSON.stringify(storm)}`);
  Object.assign(faults, storm);
}

/** Repeats a request until answered, across process deaths. */
async function perform(world: World, deed: Deed): Promise<void> {
  world.tally.deeds += 1;
  note(world, deed.name);
  // Sometimes the provider settles so slowly that the bank answers 'in progress'.
  world.simulator.simulator.switches.settleMs = world.random.happens(SLOW.share) ? SLOW.ms : 0;
  try {
    const acknowledged = await survive(world, DEATH, deed.ask);
    if (acknowledged) world.acknowledged.push(acknowledged);
  } catch (error) {
    const { status, body } = errorAnswer(error);
    note(world, `  ${status} ${body.code}`);
    if (status === 502 || status === 504 || body.code === 'PROVIDER_BUSY') world.tally.unanswered += 1;
    else if (status >= 500) throw error;
    else world.tally.refusals += 1;
    if (status < 500 && deed.key) world.refusedKeys.push(deed.key);
  }
}

const errorAnswer = (error: unknown) => toAnswer(error instanceof TRPCError ? (error.cause ?? error) : error);

/** Repeats the work in a new process after a death. */
async function survive<T>(
  world: World,
  { share, atMostCommits }: { share: number; atMostCommits: number },
  work: () => Promise<T>,
): Promise<T> {
  const { random } = world;
  for (;;) {
    const { died } = world.process;
    if (random.happens(share))
      world.process.dieAt(random.between(1, atMostCommits), random.happens(0.5) ? 'before' : 'after');
    const done = work().then((value) => ({ value }));
    const end = await Promise.race([done, died]).finally(() => world.process.dieAt(0, 'before'));
    if (end) return end.value;
    done.catch(() => {});
    world.tally.deaths += 1;
    note(world, '  dies, and begins again');
    beginProcess(world);
  }
}

function note(world: World, line: string): void {
  world.trace.push(`${world.today} ${line}`);
  if (world.trace.length > KEPT_TRACE) world.trace.shift();
}

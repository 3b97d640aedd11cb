import { performance } from 'node:perf_hooks';
import { CROWDED_PROCESS } from '#domain/network-limits';
import { FairTime } from './fair-time.ts';
import { LatelyTaken } from './lately-taken.ts';
import { forgetStrain, strainOfThread } from './strain.ts';

/** Calls that take turns apart from one another's. */
export type CrowdKind = keyof typeof CROWDED_PROCESS.places;

/** `who`: of one network. `person`: the same in all networks. */
export type Taker = { network: string; who: string; person: string };

const { from, less, least, leastOfPerson, leastOfVisitors, rememberedMs, steady } = CROWDED_PROCESS;

/** Of a strained thread, however little of its time is counted, all have less than they took: at first a little, which only the largest feel. */
function partOf(taken: number): number {
  const strain = strainOfThread();
  return strain > 1 ? Math.min(from, taken * Math.max(less, 1 / strain)) : from;
}

const ofNetworks = new FairTime(least, partOf);
/** In all networks together: one account that calls from forty is one person. */
const ofPeople = new FairTime(leastOfPerson, partOf);
/** Who calls a little on and on takes more of a minute than whoever opens a page now and then. */
const ofPeopleForLong = new LatelyTaken(steady.rememberedMs);
const ofCallers = new LatelyTaken(rememberedMs);

/** What takes longer (a long PDF) rests by itself, and its whole time would hold its customer's other calls for long. */
const MOST_OF_A_CALL_MS = 1_000;

/** Adds what a caller's call took of the thread, also for their network. `nowMs`: as `performance.now()`. */
export function noteTaken({ network, who, person }: Taker, wholeMs: number, nowMs = performance.now()): void {
  const tookMs = Math.min(wholeMs, MOST_OF_A_CALL_MS);
  ofNetworks.note(network, tookMs, nowMs);
  ofPeople.note(person, tookMs, nowMs);
  ofPeopleForLong.note(person, tookMs, nowMs);
  ofCallers.note(who, tookMs, nowMs);
}

/** What a person took in this network counts so many times, at most what they took in all: for others, who copied the cookie, too. */
const TIMES_HERE = 5;

/** By which it is decided who of a crowd goes first: neither one account in many networks nor many accounts in one look small. */
export const usedMsOf = ({ network, who, person }: Taker): number =>
  Math.min(ofNetworks.takenMs(network), ofPeople.takenMs(person), TIMES_HERE * ofCallers.takenMs(who));

/** In which places those wait who took a little for long. */
const STEADY: Record<CrowdKind, CrowdKind | null> = {
  calls: 'steady',
  steady: 'steady',
  outside: 'outside',
  form: 'form',
  visits: null,
  ending: null,
};

/** All visitors of a network are one person: of an office somebody signs in each second. */
const isLittleForVisitors = (person: string): boolean =>
  ofPeople.takenMs(person) <= leastOfVisitors * rememberedMs;

/**
 * In which places a call waits, if it does: of networks that took more than is fair, people who did so too, and of a strained thread also
 * who took a little for long, or sixty accounts that do would have most of it.
 */
export function crowdOf(
  { network, person }: Taker,
  kind: CrowdKind,
  strain = strainOfThread(),
): CrowdKind | null {
  if (!ofNetworks.isAbove(network) || (kind === 'visits' && isLittleForVisitors(person))) return null;
  if (ofPeople.isAbove(person)) return kind;
  const isSteady = ofPeopleForLong.takenMs(person) > steady.least * steady.rememberedMs;
  return isSteady && strain > 1 ? STEADY[kind] : null;
}

/** Who waits would take all that there is: the process stays crowded until nobody does. Returns how to end the wait, once or more often. */
export function waitInCrowd({ network, person }: Taker): () => void {
  const ends = [ofNetworks.wait(network), ofPeople.wait(person)];
  return () => {
    for (const end of ends.splice(0)) end();
  };
}

/** After one call of a crowd: a long one (a PDF) rests by itself. */
const MOST_REST_MS = 1_000;

/**
 * How much of the strain a kind feels: none where an office, or whoever ends access, would wait as long as a flood; of an office's busiest people
 * (`steady`) so much that rests are twice as long at most.
 */
const STRAINS: Record<CrowdKind, number> = {
  calls: 1,
  outside: 1,
  form: 1,
  steady: 1 / 7,
  visits: 0,
  ending: 0,
};

/** For which a place rests after a call, so that all places of `kind` together take their share of the time, less of a strained thread. */
export function crowdRestMs(
  kind: CrowdKind,
  tookMs: number,
  underWayMs: number,
  strain = strainOfThread(),
): number {
  const { underWay, share } = CROWDED_PROCESS.places[kind];
  const times = 1 + STRAINS[kind] * (strain - 1);
  return Math.min((tookMs * times * underWay) / share - underWayMs, MOST_REST_MS * times);
}

/** For simulated processes, as `forgetCallers`. */
export function forgetTaken(): void {
  for (const taken of [ofNetworks, ofPeople, ofPeopleForLong, ofCallers]) taken.forgetAll();
  forgetStrain();
}

import { CROWDED_PROCESS } from '#domain/network-limits';
import { FairTime } from './fair-time.ts';
import { forgetThreadBusy, noteCounted, threadBusy } from './thread-busy.ts';

/** Calls that take turns apart from one another's. */
export type CrowdKind = keyof typeof CROWDED_PROCESS.places;

/** `who`: of one network. `person`: the same in all networks. */
export type Taker = { network: string; who: string; person: string };

const { from, busyFrom, less, least, leastOfPerson } = CROWDED_PROCESS;

/** Of a thread that is busy for most of the time, however little of that is counted, all have less than they took. */
const partOf = (taken: number): number =>
  threadBusy().share > busyFrom ? Math.min(from, taken * less) : from;

const ofNetworks = new FairTime(least, partOf);
/** In all networks together: one account that calls from forty is one person. */
const ofPeople = new FairTime(leastOfPerson, partOf);
const ofCallers = new FairTime(leastOfPerson);

/** Adds what a caller's call took of the thread, also for their network. */
export function noteTaken({ network, who, person }: Taker, tookMs: number): void {
  ofNetworks.note(network, tookMs);
  ofPeople.note(person, tookMs);
  ofCallers.note(who, tookMs);
  noteCounted(tookMs);
}

/** What a person took in this network counts so many times, at most what they took in all: for others, who copied the cookie, too. */
const TIMES_HERE = 5;

/** By which it is decided who of a crowd goes first: neither one account in many networks nor many accounts in one look small. */
export const usedMsOf = ({ network, who, person }: Taker): number =>
  Math.min(ofNetworks.takenMs(network), ofPeople.takenMs(person), TIMES_HERE * ofCallers.takenMs(who));

export const isOfCrowd = ({ network, person }: Taker): boolean =>
  ofNetworks.isAbove(network) && ofPeople.isAbove(person);

/** Who waits would take all that there is: the process stays crowded until nobody does. Returns how to end the wait, once or more often. */
export function waitInCrowd({ network, person }: Taker): () => void {
  const ends = [ofNetworks.wait(network), ofPeople.wait(person)];
  return () => {
    for (const end of ends.splice(0)) end();
  };
}

/** After one call of a crowd: a long one (a PDF) rests by itself. */
const MOST_REST_MS = 1_000;

/** For which a place rests after a call, so that all places of `kind` together take their share of the time, with what is not counted. */
export function crowdRestMs(kind: CrowdKind, tookMs: number, underWayMs: number): number {
  const { underWay, share } = CROWDED_PROCESS.places[kind];
  const { perCounted } = threadBusy();
  return Math.min((tookMs * perCounted * underWay) / share - underWayMs, MOST_REST_MS * perCounted);
}

/** For simulated processes, as `forgetCallers`. */
export function forgetTaken(): void {
  for (const taken of [ofNetworks, ofPeople, ofCallers]) taken.forgetAll();
  forgetThreadBusy();
}

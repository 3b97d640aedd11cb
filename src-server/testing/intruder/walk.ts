import { endTestDb } from '#db/testing/test-db';
import { type ActName, does } from './acts.ts';
import { type AnswerName, answers, ownerOf } from './answers.ts';
import { type OwnersWay, ownersWay, type Power, powerOf } from './power.ts';
import { KNOWN, PROMISES } from './promises.ts';
import { type Kept, keep, type Moment, type OwnerKind, openMoment } from './scene.ts';
import { stateOf, untold } from './state.ts';
import { type Stolen, steal, thiefOf } from './stolen.ts';

const MINUTE = 60;
const HOUR = 3600;

/** What an intruder left behind, with what, and how long ago. */
export type Left = { kind: OwnerKind; stolen: Stolen; acts: readonly ActName[]; minutes: number };
export type Cell = Left & { answers: readonly AnswerName[] };

/** `soon`: five minutes after the answer · `late`: when every link and hold of 72 hours is over · `owner`: how the owner gets in. */
export type Seen = { soon: Power[]; late: Power[]; owner: OwnersWay };

type LeftBehind = { kept: Kept; untold: string[] };

/** Null: it cannot be done with what is stolen. */
async function leave(start: Kept, { kind, stolen, acts, minutes }: Left): Promise<LeftBehind | null> {
  const moment = await start.next();
  if (!(await steal(stolen, kind, moment))) return endTestDb(moment.bank.db).then(() => null);
  const before = await stateOf(moment);
  const { length } = await ownerOf(moment).letters();
  if (!(await allOf(acts, does, moment))) return endTestDb(moment.bank.db).then(() => null);
  const unheard = await untold(moment, before, length);
  await ownerOf(moment).collectFreezeLinks();
  await thiefOf(moment).collectFreezeLinks();
  moment.bank.clock.passSeconds(minutes * MINUTE);
  return { kept: await keep(moment), untold: unheard };
}

type Doing<Name> = (name: Name, moment: Moment) => Promise<boolean>;

/** One after the other, some seconds apart; false: one of them could not be done. */
async function allOf<Name>(names: readonly Name[], one: Doing<Name>, moment: Moment): Promise<boolean> {
  for (const name of names) {
    if (!(await one(name, moment))) return false;
    moment.bank.clock.passSeconds(20);
  }
  return true;
}

/** Null: an answer cannot be given there. */
async function see(after: Kept, given: readonly AnswerName[]): Promise<Seen | null> {
  const look = async <T>(at: (moment: Moment) => Promise<T>): Promise<T | null> => {
    const moment = await after.next();
    try {
      return (await allOf(given, answers, moment)) ? await at(moment) : null;
    } finally {
      await endTestDb(moment.bank.db);
    }
  };
  const soon = await look((moment) => powerOf(moment, 5 * MINUTE));
  if (soon === null) return null;
  const late = await look((moment) => powerOf(moment, 73 * HOUR));
  const owner = await look((moment) => ownersWay(moment, 5 * MINUTE));
  return { soon, late: late ?? [], owner: owner ?? 'never' };
}

const LIFTED: readonly AnswerName[] = ['unfreezes', 'bank unfreezes'];

/** What is promised and does not hold there. */
export function brokenIn(cell: Cell, { soon, late, owner }: Seen): string[] {
  const { stolen, acts, answers: given } = cell;
  const isLifted = given.some((name) => LIFTED.includes(name));
  const promised = given.flatMap((name) => PROMISES[name] ?? []);
  const isStopped = promised.some(({ stops }) => acts.every((act) => stops?.includes(act)));
  const isOut = promised.some(({ shutsOut }) => shutsOut.includes(stolen));
  // Whoever has the mailbox lifts a freeze, and then pays.
  const mayPay = (found: readonly Power[]): boolean =>
    isLifted || (found.includes('unfreezes') && hasMailbox(stolen));
  const isBroken = (power: Power, found: readonly Power[]): boolean =>
    isOut ||
    (power === 'received' && isStopped) ||
    (power === 'unfreezes' && !hasMailbox(stolen)) ||
    (promised.some(({ nobody }) => nobody.includes(power)) && !(power.startsWith('pays') && mayPay(found)));
  const wrong = (when: string, found: readonly Power[]) =>
    found.filter((power) => isBroken(power, found)).map((power) => `${when}: ${power}`);
  const lost = ownersWays(cell).includes(owner) ? [] : [`the owner enters ${owner}`];
  return [...wrong('soon', soon), ...wrong('late', late), ...lost];
}

/** When the links of 72 hours are over, and once the bank was asked, it may take the bank. */
const ownersWays = ({ minutes, answers: given }: Cell): OwnersWay[] =>
  minutes < 72 * 60 && !given.some((name) => name.startsWith('bank'))
    ? ['alone']
    : ['alone', 'with the bank'];

const hasMailbox = (stolen: Stolen): boolean => /mailbox|telephone/.test(stolen);

/** Whether a known limit explains what is broken in a cell: of all its answers that shut somebody out. */
export const isKnown = ({ acts, minutes, answers: given }: Cell): boolean =>
  KNOWN.some(
    (known) =>
      acts.some((act) => known.acts.includes(act)) &&
      given.some((name) => known.answers.includes(name)) &&
      given.every(
        (name) =>
          known.answers.includes(name) || known.beside?.includes(name) || !PROMISES[name]?.shutsOut.length,
      ) &&
      minutes >= (known.fromMinutes ?? 0),
  );

/** `cannot`: what no such intruder can do, or no such answer be given to. */
export type Report = { cells: number; broken: string[]; untold: string[]; known: number; cannot: string[] };

const nameOf = ({ kind, stolen, acts, minutes }: Left): string =>
  `owner with ${kind} · stolen: ${stolen} · ${acts.join(' + ')}, ${minutes} min before`;

const inWords = (cell: Cell): string => `${nameOf(cell)} → ${cell.answers.join(', ')}`;

function note(report: Report, cell: Cell, seen: Seen, onBroken: (line: string) => void): void {
  report.cells += 1;
  const broken = brokenIn(cell, seen);
  if (broken.length === 0) return;
  const line = `${inWords(cell)}: ${broken.join(', ')}`;
  // No known limit keeps an owner out.
  const isLimit = isKnown(cell) && !broken.includes('the owner enters never');
  if (isLimit) report.known += 1;
  else report.broken.push(line);
  onBroken(`${isLimit ? 'known' : 'BROKEN'}\t${line}`);
}

function grouped(cells: readonly Cell[]): Map<string, Cell[]> {
  const groups = new Map<string, Cell[]>();
  for (const cell of cells) groups.set(nameOf(cell), [...(groups.get(nameOf(cell)) ?? []), cell]);
  return groups;
}

/** Walks these cells. Those with the same acts one after the other, so that the acts are done once. */
export async function walk(
  cells: readonly Cell[],
  onBroken: (line: string) => void = () => {},
): Promise<Report> {
  const report: Report = { cells: 0, broken: [], untold: [], known: 0, cannot: [] };
  const starts = new Map<OwnerKind, Kept>();
  for (const [name, group] of grouped(cells)) {
    const [first] = group;
    if (!first) continue;
    const start = starts.get(first.kind) ?? (await keep(await openMoment(first.kind)));
    starts.set(first.kind, start);
    const left = await leave(start, first);
    if (!left) {
      report.cannot.push(name);
      continue;
    }
    report.untold.push(...left.untold.map((part) => `${name}: ${part}`));
    for (const cell of group) {
      const seen = await see(left.kept, cell.answers);
      if (seen) note(report, cell, seen, onBroken);
      else report.cannot.push(inWords(cell));
    }
    await left.kept.drop();
  }
  for (const start of starts.values()) await start.drop();
  return report;
}

/** What the intruder can do where nobody answers. */
export async function unanswered(left: Left): Promise<Seen | null> {
  const start = await keep(await openMoment(left.kind));
  const found = await leave(start, left);
  const seen = found && (await see(found.kept, []));
  await found?.kept.drop();
  await start.drop();
  return seen;
}

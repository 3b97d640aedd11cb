/** @module-tag prove */
import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evenlySpread, isAlone, longProofScale } from '#db/testing/proof-scale';
import { ACT_NAMES, type ActName } from '#server/testing/intruder/acts';
import type { AnswerName } from '#server/testing/intruder/answers';
import { recoverAtOnce } from '#server/testing/intruder/at-once';
import { PROMISES } from '#server/testing/intruder/promises';
import { OWNERS } from '#server/testing/intruder/scene';
import { STOLEN } from '#server/testing/intruder/stolen';
import { type Cell, type Left, walk } from '#server/testing/intruder/walk';

recoverAtOnce();

/** Before the answer: at once, when what was added counts, when the links of 72 hours are over. */
const MINUTES = [5, 26 * 60, 74 * 60];

const ALONE = Object.keys(PROMISES) as AnswerName[];

/** One after the other, as owner and bank do. */
const IN_TURN: readonly AnswerName[][] = [
  ['freezes on screen', 'changes the password', 'unfreezes'],
  ['freezes by a letter’s link', 'recovers the password', 'unfreezes'],
  ['freezes by a letter’s link', 'bank unfreezes'],
  ['freezes by a letter’s link', 'recovers the password', 'bank unfreezes'],
  ['freezes on screen', 'changes the password', 'bank unfreezes'],
  ['undoes the e-mail', 'freezes by a letter’s link'],
  ['undoes the e-mail', 'recovers the password'],
  ['freezes by a letter’s link', 'undoes the e-mail', 'recovers the password'],
  ['undoes the app', 'recovers the password'],
  ['undoes the app', 'undoes the e-mail'],
  ['changes the password', 'removes passkeys'],
  ['ends other sessions', 'changes the password'],
  ['recovers the password', 'ends devices'],
  ['recovers the password', 'revokes tokens'],
  ['bank deactivates and activates', 'recovers the password'],
  ['bank corrects the e-mail', 'bank deactivates and activates'],
  ['freezes on screen', 'bank ends the factors, password recovered'],
  ['bank deactivates, corrects and activates', 'bank ends the factors, password recovered'],
];

/** Of these also two, in both orders. */
const TOGETHER: readonly ActName[] = [
  ...([
    'another session',
    'registered device',
    'passkey',
    'app',
    'e-mail asked for',
    'another e-mail',
  ] as const),
  ...([
    'telephone',
    'raised limit',
    'no time to undo',
    'trusted mule',
    'another password',
    'recovery link',
  ] as const),
];

const everyLeft = (acts: readonly (readonly ActName[])[], minutes: readonly number[]): Left[] =>
  OWNERS.flatMap((kind) =>
    STOLEN.flatMap((stolen) =>
      minutes.flatMap((one) =>
        acts.map((together): Left => ({ kind, stolen, acts: together, minutes: one })),
      ),
    ),
  );

const cellsOf = (lefts: readonly Left[], answers: readonly AnswerName[][]): Cell[] =>
  lefts.flatMap((left) => answers.map((given): Cell => ({ ...left, answers: given })));

const oneAct = ACT_NAMES.map((act) => [act]);
const oneAnswer = ALONE.map((name) => [name]);
const twoActs = TOGETHER.flatMap((one) => TOGETHER.flatMap((other) => (one === other ? [] : [[one, other]])));

const WALKS = {
  'one act, one answer': cellsOf(everyLeft(oneAct, MINUTES), oneAnswer),
  'one act, answers in turn': cellsOf(everyLeft(oneAct, [5, 26 * 60]), IN_TURN),
  'two acts, one answer': cellsOf(everyLeft(twoActs, [5]), oneAnswer),
};

/** PROVE=whole walks all cells: the first takes 20 minutes, the second more than an hour, the third some hours. */
const SHARE = 0.01;
const WHOLE_MS = 12 * 3_600_000;

test.for(Object.entries(WALKS))(
  'whatever an intruder left behind, no answer of owner or bank leaves it to them: %s',
  isAlone() ? { timeout: WHOLE_MS } : {},
  async ([name, cells]) => {
    const log = process.env.WALK_LOG;
    const chosen = evenlySpread(cells, longProofScale(cells.length, SHARE));
    const report = await walk(chosen, log ? (line) => appendFileSync(log, `${line}\n`) : undefined);
    console.info(
      `walked ${name}: ${report.cells} cells, ${report.known} known limits (${chosen.length} with those that cannot be)`,
    );
    expect(report.cells).toBeGreaterThan(0);
    expect(report.untold).toEqual([]);
    expect(report.broken).toEqual([]);
  },
);

import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many turns the event loop has while something is done: others are served in them. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  let turns = 0;
  const done = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextTurn();
    turns += 1;
  }
  await done;
  return turns;
}

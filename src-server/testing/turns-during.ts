import { setImmediate as nextTurn } from 'node:timers/promises';

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

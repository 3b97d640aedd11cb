/** The error and its causes: the driver's own error stands inside the query builder's. */
function* chainOf(error: unknown): Generator<Error> {
  for (let link = error; link instanceof Error; link = link.cause) yield link;
}

const says = (error: unknown, words: RegExp): boolean => {
  for (const link of chainOf(error)) {
    const constraint = 'constraint' in link ? String(link.constraint) : '';
    if (words.test(link.message) || words.test(constraint)) return true;
  }
  return false;
};

/** Whether the database's guard refused an entry because its account would fall below its floor. */
export const isBelowFloor = (error: unknown): boolean => says(error, /below[ _-]floor/i);

/** Whether the unique index refused a second reversal of one transaction. */
export const isReversedTwice = (error: unknown): boolean =>
  says(error, /transactions_reverses|transactions\.reverses_id/);

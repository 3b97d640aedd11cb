/** The moment so many seconds later; earlier, of a number below zero. */
export const secondsAfter = (moment: Date, seconds: number): Date =>
  new Date(moment.getTime() + seconds * 1000);

/** Whole seconds since a moment; never below zero. */
export const secondsSince = (moment: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - moment.getTime()) / 1000));

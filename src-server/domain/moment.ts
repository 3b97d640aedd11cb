export const secondsAfter = (moment: Date, seconds: number): Date =>
  new Date(moment.getTime() + seconds * 1000);

/** Never negative. */
export const secondsSince = (moment: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - moment.getTime()) / 1000));

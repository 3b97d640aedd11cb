import { useState } from 'react';

/** What is awaited is asked for again by itself, so often and so many times: not for ever, nobody may be there. */
const PAUSE_MS = 5000;
const LOOKS = 24;

type Looks = { dataUpdateCount: number; errorUpdateCount: number };

/**
 * Answers a query's `refetchInterval`, given what is waited for (null: nothing) and how often the query has been answered.
 * The looks are counted anew for each wait: whatever else is waited for begins again.
 */
export function newWait(): (waitedFor: string | null, looks: Looks) => number | false {
  let last: string | null = null;
  let from = 0;
  return (waitedFor, { dataUpdateCount, errorUpdateCount }) => {
    const count = dataUpdateCount + errorUpdateCount;
    if (waitedFor !== last) {
      last = waitedFor;
      from = count;
    }
    return waitedFor !== null && count - from < LOOKS ? PAUSE_MS : false;
  };
}

/** One query's wait, for as long as its screen is open. */
export const useLookAgain = () => useState(newWait)[0];

import { useState } from 'react';

/** Polling stops after a number of polls, because nobody may be watching. */
const PAUSE_MS = 5000;
const MAX_POLLS = 24;

type PollCounts = { dataUpdateCount: number; errorUpdateCount: number };

/** `waitedFor` names what is awaited (null: nothing); the limit starts anew when it changes. */
export function newPolling(): (waitedFor: string | null, counts: PollCounts) => number | false {
  let last: string | null = null;
  let from = 0;
  return (waitedFor, { dataUpdateCount, errorUpdateCount }) => {
    const count = dataUpdateCount + errorUpdateCount;
    if (waitedFor !== last) {
      last = waitedFor;
      from = count;
    }
    return waitedFor !== null && count - from < MAX_POLLS ? PAUSE_MS : false;
  };
}

export const usePolling = () => useState(newPolling)[0];

const WARNING_MS = 60_000;

/** Calls `warn` at most once a minute, with the number of calls it stands for, so that callers cannot fill the log. */
export function rarely<Facts extends unknown[]>(
  warn: (count: number, ...facts: Facts) => void,
  nowMs: () => number = () => performance.now(),
): (...facts: Facts) => void {
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (...facts) => {
    count += 1;
    if (nowMs() - warnedAtMs < WARNING_MS) return;
    warnedAtMs = nowMs();
    warn(count, ...facts);
    count = 0;
  };
}

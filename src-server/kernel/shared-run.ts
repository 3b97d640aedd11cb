type Run<Done> = { done: Promise<Done>; asking: Set<AbortSignal | undefined> };

/**
 * Concurrent calls for one thing share a run. `isAsked` tells the run whether any of them still waits: one without a signal does to the
 * end.
 */
export function sharedRuns<Done>(): (
  of: object,
  signal: AbortSignal | undefined,
  run: (isAsked: () => boolean) => Promise<Done>,
) => Promise<Done> {
  const running = new WeakMap<object, Run<Done>>();
  return (of, signal, run) => {
    const shared = running.get(of);
    if (shared) {
      shared.asking.add(signal);
      return shared.done;
    }
    const asking = new Set([signal]);
    const isAsked = () => [...asking].some((one) => !one?.aborted);
    const done = run(isAsked).finally(() => running.delete(of));
    running.set(of, { done, asking });
    return done;
  };
}

const waiting = new Map<string, (() => void)[]>();

/**
 * Resolves in one of the next turns of the event loop: each begins at most one call of each caller, so that however many
 * calls of one caller come at once, others are served between them.
 */
export function fairTurn(who: string): Promise<void> {
  if (waiting.size === 0) setImmediate(beginOneOfEach);
  return new Promise((resolve) => {
    const own = waiting.get(who);
    if (own) own.push(resolve);
    else waiting.set(who, [resolve]);
  });
}

function beginOneOfEach(): void {
  for (const [who, own] of waiting) {
    own.shift()?.();
    if (own.length === 0) waiting.delete(who);
  }
  if (waiting.size > 0) setImmediate(beginOneOfEach);
}

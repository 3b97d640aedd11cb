/** What a use of the browser's storage gives, or undefined: it may be blocked or full. */
export function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

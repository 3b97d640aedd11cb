/** The steps after the first. */
export type LaterSteps = Awaited<ReturnType<typeof fetchLaterSteps>>;

/**
 * Fetches the steps after the first, both before the second opens: what was sent must have its confirmation even if the
 * network is gone by then. Fails when they cannot be fetched.
 */
export async function fetchLaterSteps() {
  const [{ CheckStep }, { SentStep }] = await Promise.all([
    import('./check-step.tsx'),
    import('./sent-step.tsx'),
  ]);
  return { CheckStep, SentStep };
}

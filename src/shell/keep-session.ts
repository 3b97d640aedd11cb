import { trpcClient } from '../trpc.ts';
import { httpStatusOf } from '../ui/server-error.ts';

/** Uses the session, which keeps it open: whether it was, or 'unknown' when the bank did not say. */
export async function keepSession(): Promise<'kept' | 'ended' | 'unknown'> {
  try {
    await trpcClient.auth.me.query();
    return 'kept';
  } catch (error) {
    return httpStatusOf(error) === 401 ? 'ended' : 'unknown';
  }
}

import { trpcClient } from '../trpc.ts';
import { httpStatusOf } from '../ui/server-error.ts';

/** Extends the session; 'unknown' if the server did not answer. */
export async function keepSession(): Promise<'kept' | 'ended' | 'unknown'> {
  try {
    await trpcClient.auth.me.query();
    return 'kept';
  } catch (error) {
    return httpStatusOf(error) === 401 ? 'ended' : 'unknown';
  }
}

/**
 * Of one network (an IPv4 address, an IPv6 /56), whatever its accounts, in each process. One home opens dozens of accounts, each of which
 * may do what an honest customer does; an office of hundreds stays below.
 */

/** Calls that begin, the later ones after a pause; in production only. */
export const CALLS_PER_NETWORK = { burst: 300, perSecond: 30 };

/** Rows read in lists. */
export const ROWS_PER_NETWORK = { burst: 40_000, perSecond: 2_000 };

/**
 * Of one network (an IPv4 address, an IPv6 /56), whatever its accounts, in each process. One home opens dozens of accounts, each of which
 * may do what an honest customer does; an office of hundreds stays below.
 */

/**
 * Calls that begin, the later ones after a pause, and the part of the process's time that they take; in production only. `ending`: those
 * that end access, list what can be ended or tell who is signed in, counted apart so that the others keep nobody from them.
 */
export const CALLS_PER_NETWORK = {
  others: { burst: 600, perSecond: 60, share: 0.15 },
  ending: { burst: 100, perSecond: 10, share: 0.05 },
};

/** Rows read in lists. */
export const ROWS_PER_NETWORK = { burst: 40_000, perSecond: 2_000 };

/**
 * Once all calls together take more than `from` of a process's time, or its thread was busy for more than `busyFrom` of the time (then all have
 * less than they took, at least the part `less` of it), those of networks that took more than a fair part of it, by people who did so too, take
 * turns in few places, and `share` of the time: otherwise some networks of one attacker have all of it. While the thread stays busy the share
 * becomes up to `mostStrain` times less, and in those networks people who took more than `steady.least` of the last minute take turns too. In an
 * office many people take little each. Of a network (a person, in all networks; all visitors of one) `least` (`leastOfPerson`,
 * `leastOfVisitors`) is always fair. What was taken counts for some `rememberedMs`. `besidesMs`: what HTTP, the session and the answer take of
 * the thread beside each call. Places of their own have `visits`, which need no account (sign-ins of a whole office count as one person's),
 * calls that are `ending` access, what waits for somebody `outside` the bank, and a `form` that comes slowly or whose PDF waits to be read.
 */
export const CROWDED_PROCESS = {
  from: 0.4,
  busyFrom: 0.5,
  less: 0.5,
  mostStrain: 8,
  least: 0.016,
  leastOfPerson: 0.005,
  leastOfVisitors: 0.01,
  steady: { least: 0.001, rememberedMs: 60_000 },
  rememberedMs: 6_000,
  besidesMs: 2,
  places: {
    calls: { share: 0.25, underWay: 6 },
    steady: { share: 0.2, underWay: 6 },
    visits: { share: 0.05, underWay: 3 },
    ending: { share: 0.05, underWay: 3 },
    outside: { share: 0.1, underWay: 12 },
    form: { share: 0.1, underWay: 12 },
  },
};

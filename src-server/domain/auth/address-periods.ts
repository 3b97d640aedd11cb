/** A time in which an e-mail address was somebody's; `to` null: it still is. */
export type AddressPeriod = { email: string; from: Date; to: Date | null };

/** A change of a person's e-mail address. */
export type AddressChange = { from: string; to: string; at: Date };

/**
 * The addresses a person has had and when, from the changes in order of time: an address that was given up may be somebody
 * else's today, or may have been before, and their messages are not this person's.
 */
export function addressPeriods(
  present: { email: string; createdAt: Date },
  changes: readonly AddressChange[],
): AddressPeriod[] {
  const starts = [present.createdAt, ...changes.map(({ at }) => at)];
  const emails = [...changes.map(({ from }) => from), present.email];
  return emails.map((email, index) => ({
    email,
    from: starts[index] ?? present.createdAt,
    to: starts[index + 1] ?? null,
  }));
}

/** Whether a message to an address at a moment was to this person. */
export const isWithin = (
  periods: readonly AddressPeriod[],
  message: { recipient: string; createdAt: Date },
): boolean =>
  periods.some(
    ({ email, from, to }) =>
      email === message.recipient && from <= message.createdAt && (to === null || message.createdAt <= to),
  );

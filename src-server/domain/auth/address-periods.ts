/** A period in which a user had an e-mail address; `to` null: current. */
export type AddressPeriod = { email: string; from: Date; to: Date | null };

export type AddressChange = { from: string; to: string; at: Date };

/** From changes in chronological order. Other users may have had an address before or after. */
export function addressPeriods(
  present: { email: string; createdAt: Date },
  changes: readonly AddressChange[],
): AddressPeriod[] {
  const starts = [present.createdAt, ...changes.map(({ at }) => at)];
  const emails = [...changes.map(({ from }) => from), present.email];
  return starts.map((from, index) => ({
    email: emails[index] as string,
    from,
    to: starts[index + 1] ?? null,
  }));
}

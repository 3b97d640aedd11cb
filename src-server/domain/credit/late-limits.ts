/** The most that paying late may cost: a fine once (CDC, art. 52, § 1), and interest a month (STJ, Súmula 379); in percent. */
export const LATE_LIMITS = { finePercent: '2', monthlyInterestPercent: '1' } as const;

/** Legal maximum in percent: fine (CDC, art. 52, § 1), interest a month (STJ, Súmula 379). */
export const LATE_LIMITS = { finePercent: '2', monthlyInterestPercent: '1' } as const;

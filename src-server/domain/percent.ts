/** Decimal text of a rate or a tax, '12.50', as people read it: '12,50%'. */
export const formatPercent = (percent: string): string => `${percent.replace('.', ',')}%`;

/** '12.50' → '12,50%'. */
export const formatPercent = (percent: string): string => `${percent.replace('.', ',')}%`;

/** 'Ana Moreira Lima' → 'Ana M*** L***'. */
export function maskName(fullName: string): string {
  const [first = '', ...others] = fullName.trim().split(/\s+/);
  return [first, ...others.map((word) => `${[...word].slice(0, 1).join('')}***`)].join(' ');
}

/** 'Ana Moreira Lima' → 'Ana M*** L***'. */
export function maskName(fullName: string): string {
  const [first = '', ...others] = fullName.trim().split(/\s+/);
  return [first, ...others.map((word) => `${[...word][0] ?? ''}***`)].join(' ');
}

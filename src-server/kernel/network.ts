/** An IPv6 address → its /64, usually one customer; anything else unchanged. */
export function networkOf(who: string): string {
  if (!who.includes(':') || who.includes('.')) return who;
  const [head = '', tail] = who.split('::');
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}

/** The /48 of an IPv6 address; null of others and of this machine. */
export function siteOf(address: string): string | null {
  const network = networkOf(address);
  return network === address || isThisMachine(address) ? null : network.split(':').slice(0, 3).join(':');
}

export const isThisMachine = (ip: string): boolean => ip === '::1' || ip.startsWith('127.');

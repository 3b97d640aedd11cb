/** An IPv6 address → its /64, usually one customer; anything else, a /56 too, unchanged. */
export function networkOf(who: string): string {
  if (!who.includes(':') || who.includes('.') || who.endsWith('/56')) return who;
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

/** An IPv6 address → its /56, which is one home's or up to 256 telephones', and its /48; null of others and of this machine. */
export function widerNetworksOf(address: string): { subscriber: string; site: string } | null {
  const network = networkOf(address);
  if (network === address || isThisMachine(address)) return null;
  const [first, second, third, fourth = '0'] = network.split(':');
  const site = `${first}:${second}:${third}`;
  return { subscriber: `${site}:${fourth.padStart(4, '0').slice(0, 2)}`, site };
}

/** What the callers of one home share: an IPv4 address, or the /56 of an IPv6 one. */
export function sharedNetworkOf(address: string): string {
  const wider = widerNetworksOf(address);
  return wider ? `${wider.subscriber}/56` : address;
}

export const isThisMachine = (ip: string): boolean => ip === '::1' || ip.startsWith('127.');

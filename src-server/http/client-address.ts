import { BlockList, isIP } from 'node:net';

/** '::ffff:10.0.0.7' → '10.0.0.7'; other text is unchanged. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

function proxyList(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  // Most requests come from the same proxy.
  let last = '';
  return (address) => {
    if (address === last) return true;
    const version = isIP(address);
    if (version === 0 || !list.check(address, version === 6 ? 'ipv6' : 'ipv4')) return false;
    last = address;
    return true;
  };
}

/** The rightmost address in `X-Forwarded-For` that is not a trusted proxy, if a trusted proxy sent the header. */
export function clientAddressReader(
  trustedProxies: readonly string[],
  onUntrusted: (peer: string) => void = () => {},
): (peer: string | undefined, forwardedFor: string | undefined) => string {
  const isProxy = proxyList(trustedProxies);
  return (peer, forwardedFor) => {
    let address = plain(peer ?? '127.0.0.1');
    if (forwardedFor === undefined) return address;
    if (!isProxy(address)) onUntrusted(address);
    const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()));
    while (isProxy(address)) {
      const previous = hops.pop();
      if (!previous || isIP(previous) === 0) break;
      address = previous;
    }
    return address;
  };
}

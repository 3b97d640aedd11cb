/** @module-tag release */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { describe, expect, test } from 'vitest';

/** A network of its own, which only root may make. */
const inOwnNetwork = (script: string) => ['-n', 'sh', '-ec', script];
const canRun = spawnSync('unshare', inOwnNetwork('ip link set lo up && nft list ruleset')).status === 0;
if (!canRun) console.log('the proof of deploy/valebank.nft is SKIPPED: it needs root, unshare, ip and nft');

/** One of the payment provider's addresses. */
const PROVIDER = '52.67.12.206';

/** What a script prints in a network of its own, with deploy/'s rules; `after`: prints instead of it. */
function inRules(script: string, before = '', after = ''): Record<string, number> {
  const setUp = `
    ip link set lo up
    ip -6 route add local fd00::/8 dev lo
    ip address add ${PROVIDER} dev lo
    echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind
    nft -f deploy/valebank.nft
    ${before}
    "$0" ${script} ${after && `> /dev/null; ${after}`}`;
  return JSON.parse(
    execFileSync('unshare', [...inOwnNetwork(setUp), process.execPath], { encoding: 'utf8' }),
  );
}

/** How many of its connections each address got, one address after the other. */
const opened = (addresses: string[], { how = 'each', count = 1_000, before = '' } = {}) =>
  inRules(`e2e/open-connections.mjs ${how} ${count} ${addresses.join(' ')}`, before);

const unit = readFileSync('deploy/valebank-nginx.service.conf', 'utf8');

describe.runIf(canRun)('the kernel, as deploy/ sets it up', () => {
  test('an address, or a /64 network, opens 600 connections at once, then 20 a second, and no other fewer', () => {
    const addresses = ['127.0.0.2', '127.0.0.3', 'fd00:0:0:1::1', 'fd00:0:0:1::2', 'fd00:0:0:2::1'];
    const { 'fd00:0:0:1::2': second, ...first } = opened(addresses);
    for (const [address, count] of Object.entries(first)) {
      expect(count, address).toBeGreaterThanOrEqual(600);
      expect(count, address).toBeLessThan(800);
    }
    // The first of its network took the 600.
    expect(second).toBeLessThan(200);
  });

  test('an address of the payment provider opens 300 a second, and no more', () => {
    expect(opened([PROVIDER], { how: 'paced', count: 2_000 })).toEqual({ [PROVIDER]: 2_000 });
    const fromMs = performance.now();
    const { [PROVIDER]: count } = opened([PROVIDER], { count: 4_000 });
    const seconds = (performance.now() - fromMs) / 1_000;
    // Once it has its own, it has what anybody has.
    expect(count).toBeLessThan(600 + 600 + (300 + 20) * seconds + 10);
  });

  test('the kernel forgets a refused connection within two seconds, so that they do not fill its table', () => {
    // The largest number of connections is the machine's, which a network of its own may not set.
    const timeouts = unit.match(/net\.netfilter\.nf_conntrack_tcp_timeout_\S+/g)?.join(' ');
    const count = 'sleep 2; echo "{\\"kept\\": $(grep -c dport=443 /proc/net/nf_conntrack)}"';
    const { kept } = inRules('e2e/open-connections.mjs each 1000 127.0.0.2', `sysctl -qw ${timeouts}`, count);
    expect(kept).toBeLessThan(100);
  });

  test('the kernel forgets an open connection that is silent for five minutes', () => {
    const timeouts = unit.match(/net\.netfilter\.nf_conntrack_tcp_timeout_\S+/g)?.join(' ');
    const { seconds } = inRules('e2e/open-connection.mjs', `sysctl -qw ${timeouts}`);
    expect(seconds).toBeLessThanOrEqual(300);
    expect(seconds).toBeGreaterThan(200);
  });

  test('a client that ignores the reset of what is refused opens no more', () => {
    const before = `
      nft add table inet client
      nft 'add chain inet client input { type filter hook input priority -300; }'
      nft 'add rule inet client input tcp sport 443 tcp flags & rst == rst drop'`;
    const { '127.0.0.2': count = 0 } = opened(['127.0.0.2'], { how: 'all', before });
    expect(count).toBeGreaterThanOrEqual(600);
    expect(count).toBeLessThan(800);
  });

  test('an address, or a /64 network, sends two megabytes at once, then one a second, over all its connections', () => {
    const addresses = ['127.0.0.2', '127.0.0.3', 'fd00:0:0:1::1', 'fd00:0:0:2::1'];
    for (const [address, bytes] of Object.entries(inRules(`e2e/send-bytes.mjs 4 5 ${addresses.join(' ')}`))) {
      expect(bytes, address).toBeGreaterThan(3_500_000);
      expect(bytes, address).toBeLessThan(8_000_000);
    }
  });

  test('an address of the payment provider sends three times as much', () => {
    const { [PROVIDER]: bytes } = inRules(`e2e/send-bytes.mjs 4 5 ${PROVIDER}`);
    expect(bytes).toBeGreaterThan(10_000_000);
    expect(bytes).toBeLessThan(24_000_000);
  });

  test('packets that a stranger forges in its name use up no bytes of an address', () => {
    // As a router of the victim's does: an answer to what nobody began is dropped.
    const before = `
      nft add table inet client
      nft 'add chain inet client input { type filter hook input priority -300; }'
      nft 'add rule inet client input tcp sport 443 tcp dport 2000 drop'
      perl e2e/forge-packets.pl 127.0.0.2 8 &
      sleep 1`;
    const { '127.0.0.2': bytes } = inRules('e2e/send-bytes.mjs 4 1 127.0.0.2', before);
    expect(bytes).toBeGreaterThan(4_500_000);
  });

  test('an IPv6 /56 opens 1,800 at once, whatever its /64 networks, and no other fewer', () => {
    const subscriber = Array.from({ length: 6 }, (_, index) => `fd00:0:1:${index + 1}::1`);
    const got = opened([...subscriber, 'fd00:0:1:100::1']);
    const sum = subscriber.reduce((all, address) => all + (got[address] ?? 0), 0);
    expect(sum).toBeGreaterThanOrEqual(1_800);
    expect(sum).toBeLessThan(2_600);
    expect(got['fd00:0:1:100::1']).toBeGreaterThanOrEqual(600);
  });

  test('the kernel keeps half a megabyte of an answer that a client does not read', () => {
    const longest = /"(net\.ipv4\.tcp_wmem=[\d ]+)"/.exec(unit)?.[1];
    const { kept } = inRules('e2e/unread-answer.mjs', `sysctl -qw "${longest}"`);
    expect(kept).toBeGreaterThan(100_000);
    expect(kept).toBeLessThan(600_000);
  });
});

test('the kernel lets TCP have more memory than nginx may take in all, and no more than half', () => {
  const line = /^ExecStartPre=-\/bin\/sh -c '(.*tcp_mem.*)'$/m.exec(unit)?.[1] ?? '';
  const script = line.replaceAll('$$', '$').replace('sysctl -qw', 'echo');
  const most = / (\d+)$/m.exec(execFileSync('sh', ['-ec', script], { encoding: 'utf8' }))?.[1];
  const all = execFileSync('getconf', ['_PHYS_PAGES'], { encoding: 'utf8' });
  const share = (100 * Number(most)) / Number(all);
  expect(share).toBeGreaterThan(Number(/^MemoryMax=(\d+)%$/m.exec(unit)?.[1]));
  expect(share).toBeLessThanOrEqual(50);
});

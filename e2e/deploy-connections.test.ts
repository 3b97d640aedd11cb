/** @module-tag release */
import { execFileSync, spawnSync } from 'node:child_process';
import process from 'node:process';
import { describe, expect, test } from 'vitest';

/** A network of its own, which only root may make. */
const inOwnNetwork = (script: string) => ['-n', 'sh', '-ec', script];
const canRun = spawnSync('unshare', inOwnNetwork('ip link set lo up && nft list ruleset')).status === 0;
if (!canRun) console.log('the proof of deploy/valebank.nft is SKIPPED: it needs root, unshare, ip and nft');

/** How many connections each address got. */
function opened(words: string): Record<string, number> {
  const script = `
    ip link set lo up
    for address in fd00:0:0:1::1 fd00:0:0:1::2 fd00:0:0:2::1; do ip address add $address/128 dev lo nodad; done
    nft -f deploy/valebank.nft
    exec "$0" e2e/open-connections.mjs ${words}`;
  return JSON.parse(
    execFileSync('unshare', [...inOwnNetwork(script), process.execPath], { encoding: 'utf8' }),
  );
}

describe.runIf(canRun)('the kernel, as deploy/ sets it up', () => {
  test('an address, or a /64 network, holds 512 connections to the proxy, and no other fewer', () => {
    const addresses = '127.0.0.2 127.0.0.2 127.0.0.3 fd00:0:0:1::1 fd00:0:0:1::2 fd00:0:0:2::1';
    expect(opened(`hold 300 ${addresses}`)).toEqual({
      '127.0.0.2': 512,
      '127.0.0.3': 300,
      'fd00:0:0:1::1': 300,
      'fd00:0:0:1::2': 212,
      'fd00:0:0:2::1': 300,
    });
  });

  test('an address opens 600 connections at once, then 20 a second, and no other fewer', () => {
    const got = opened('drop 2000 127.0.0.2 127.0.0.3');
    for (const count of Object.values(got)) {
      expect(count).toBeGreaterThanOrEqual(600);
      expect(count).toBeLessThan(1000);
    }
  });
});

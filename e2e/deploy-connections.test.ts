/** @module-tag release */
import { execFileSync, spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';

/** A network of its own, which only root may make. */
const inOwnNetwork = (script: string) => ['-n', 'sh', '-ec', script];
const canRun = spawnSync('unshare', inOwnNetwork('ip link set lo up && nft list ruleset')).status === 0;
if (!canRun) console.log('the proof of deploy/valebank.nft is SKIPPED: it needs root, unshare, ip and nft');

test.runIf(canRun)(
  'an address, or a /64 network, opens 600 connections at once, then 20 a second, and no other fewer',
  () => {
    const script = `
    ip link set lo up
    for address in fd00:0:0:1::1 fd00:0:0:1::2 fd00:0:0:2::1; do ip address add $address/128 dev lo nodad; done
    nft -f deploy/valebank.nft
    exec "$0" e2e/open-connections.mjs 1000 127.0.0.2 127.0.0.3 fd00:0:0:1::1 fd00:0:0:1::2 fd00:0:0:2::1`;
    const said = execFileSync('unshare', [...inOwnNetwork(script), process.execPath], { encoding: 'utf8' });
    const { 'fd00:0:0:1::2': second, ...first } = JSON.parse(said) as Record<string, number>;
    for (const [address, count] of Object.entries(first)) {
      expect(count, address).toBeGreaterThanOrEqual(600);
      expect(count, address).toBeLessThan(800);
    }
    // The first of its network took the 600.
    expect(second).toBeLessThan(200);
  },
);

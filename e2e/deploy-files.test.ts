/** @module-tag release */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { freePort } from './bank.ts';
import { mainPid, unitLine } from './deployed.ts';

const run = promisify(execFile);
const hasSystemd = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0;
if (!hasSystemd) console.log('the proof of the systemd units is SKIPPED: no systemd-analyze on this machine');

describe('the start of the systemd unit', () => {
  const waitFor = async (answer: string, pid = process.pid) => {
    const server = createServer((_, outgoing) => outgoing.writeHead(503).end(answer));
    const port = await freePort();
    if (answer !== '') await new Promise<void>((open) => server.listen(port, '127.0.0.1', open));
    const folder = mkdtempSync(join(tmpdir(), 'valebank-unit-'));
    writeFileSync(join(folder, `draining-${port}`), '');
    try {
      await run('sh', ['-c', unitLine('ExecStartPost', port, folder)], { ...mainPid(pid), timeout: 30_000 });
      return existsSync(join(folder, `draining-${port}`)) ? 'draining' : 'serving';
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  };

  test('systemd does not end a process that serves with a warning', async () => {
    for (const reason of ['disk-low', 'database-damaged'])
      expect(await waitFor(JSON.stringify({ status: 'unready', reason }))).toBe('serving');
    expect(await waitFor('{"status":"ready"}')).toBe('serving');
  });

  test('systemd does not wait for a process that has ended', async () => {
    const ended = spawnSync('true').pid;
    await expect(waitFor('', ended)).rejects.toMatchObject({ code: 1, killed: false });
  });
});

test("the bank's log has a journal of its own, with a limit, which takes no room from the machine's", () => {
  const read = (file: string) => readFileSync(file, 'utf8');
  const [, namespace] = /^LogNamespace=(\w+)$/m.exec(read('deploy/valebank@.service')) ?? [];
  const install = `deploy/valebank.journald.conf /etc/systemd/journald@${namespace}.conf`;
  expect(read('docs/deploy.md')).toContain(install);
  expect(read('deploy/valebank.journald.conf')).toMatch(/^SystemMaxUse=/m);
});

/** Debian's unit with ours beside it; without their program, which may not be here. */
function nginxIn(folder: string): string {
  const unit = join(folder, 'nginx.service');
  writeFileSync(unit, '[Service]\nType=forking\nExecStart=/bin/true\n');
  mkdirSync(`${unit}.d`);
  const ours = readFileSync(join(folder, 'valebank-nginx.service.conf'), 'utf8');
  writeFileSync(join(`${unit}.d`, 'valebank.conf'), ours.replace('/usr/sbin/nft', '/bin/true'));
  return unit;
}

test.runIf(hasSystemd)("systemd accepts the units of deploy/, and rates the bank's exposure as low", () => {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-units-'));
  try {
    cpSync('deploy', folder, { recursive: true });
    // This machine may have the programs elsewhere.
    const there = (file: string, as: string, programs: Record<string, string>) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const changed = Object.entries(programs).reduce((all, [from, to]) => all.replaceAll(from, to), text);
      writeFileSync(join(folder, as), changed);
      return join(folder, as);
    };
    const units = [
      there('valebank@.service', 'valebank@3001.service', { '/usr/bin/node': process.execPath }),
      there('valebank-copies.service', 'valebank-copies.service', { '/usr/bin/rsync': '/bin/true' }),
      join(folder, 'valebank-copies.timer'),
      nginxIn(folder),
    ];
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' });
    expect({
      said: verified.stderr.split('\n').filter((line) => /valebank/.test(line)),
      ...verified,
    }).toMatchObject({
      said: [],
      status: 0,
    });
    const exposed = ['security', '--offline=true', '--threshold=20', units[0] ?? ''];
    expect(spawnSync('systemd-analyze', exposed, { encoding: 'utf8' })).toMatchObject({ status: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

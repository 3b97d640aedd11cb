import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { openLogSink } from './log-sink.ts';

function openFile() {
  const folder = mkdtempSync(join(tmpdir(), 'valebank-log-'));
  const path = join(folder, 'log');
  const fd = openSync(path, 'w');
  onTestFinished(() => {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });
  return { fd, read: () => readFileSync(path, 'utf8') };
}

const run = (program: string, output: 'pipe' | number) =>
  spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', output, 'pipe'],
    timeout: 60_000,
    encoding: 'utf8',
  });

test('log lines are written whole and in order, many at a time', async () => {
  const file = openFile();
  const sink = openLogSink(file.fd);
  const lines = Array.from({ length: 5_000 }, (_, number) => `{"number":${number}}\n`);
  for (const line of lines) sink.write(line);
  await expect.poll(file.read).toBe(lines.join(''));
  expect(sink.dropped()).toBe(0);
});

test('a log line written right before the process ends arrives', () => {
  const program = `
    import { openLog } from './src-server/kernel/log.ts';
    openLog('info').info({}, 'the last words');
    process.exit(0);`;
  const { stdout } = run(program, 'pipe');
  expect(JSON.parse(stdout)).toMatchObject({ msg: 'the last words' });
});

test.runIf(process.platform === 'linux')('log lines for a full volume are dropped and counted', async () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const sink = openLogSink(full);
  sink.write('one\n');
  sink.write('two\n');
  await expect.poll(sink.dropped).toBe(2);
  sink.write('three\n');
  await expect.poll(sink.dropped).toBe(3);
});

test.runIf(process.platform === 'linux')(
  'a process whose log volume is full goes on, and can be ended',
  () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const program = `
      import { openLog } from './src-server/kernel/log.ts';
      const log = openLog('info');
      log.info({}, 'one');
      setTimeout(() => { log.info({}, 'two'); process.stderr.write('still here'); process.exit(3); }, 50);`;
    const { status, stderr } = run(program, full);
    expect([status, stderr]).toEqual([3, 'still here']);
  },
);

import childProcess from 'node:child_process';
import fs, { openSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { relative } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';

/**
 * Preloaded by `node --import`: records each external change (files in `folder`, SQLite, PostgreSQL, programs) in
 * `trace` and kills the process at step `at`. Long steps have a second one midway. `only`: prefix of the steps that
 * count. The plan is JSON in STEPS.
 */
export type StepsPlan = { folder: string; trace: string; only?: string; at?: number };

const { folder, trace, only = '', at }: StepsPlan = JSON.parse(process.env.STEPS ?? '{}');
const log = openSync(trace, 'a');
let steps = 0;

function step(what: string): void {
  if (!what.startsWith(only)) return;
  steps += 1;
  writeSync(log, `${what}\n`);
  if (steps === at) process.kill(process.pid, 'SIGKILL');
}

const inFolder = (args: unknown[]): string[] =>
  args
    .filter((one): one is string => typeof one === 'string' && one.startsWith(folder))
    .map((path) => relative(folder, path) || '.');

/** A call as two steps: before, and once begun. */
function counted<T>(what: string, call: () => T): T {
  step(what);
  const result = call();
  step(`amid ${what}`);
  return result;
}

type Call = (...args: unknown[]) => unknown;
const asCalls = (object: unknown) => object as Record<string, Call>;

const promises = asCalls(fs.promises);
for (const name of ['copyFile', 'rename', 'link', 'rm', 'unlink', 'mkdir', 'writeFile', 'truncate', 'cp']) {
  const original = promises[name] as Call;
  promises[name] = (...args) => {
    const paths = inFolder(args);
    return paths.length === 0
      ? original(...args)
      : counted(`${name} ${paths.join(' ')}`, () => original(...args));
  };
}

const openFile = promises.open as (...args: unknown[]) => Promise<fs.promises.FileHandle>;
promises.open = async (...args) => {
  const handle = await openFile(...args);
  const [path] = inFolder(args);
  if (path !== undefined)
    for (const [name, word] of Object.entries({ sync: 'fsync', datasync: 'fsync', write: 'write' })) {
      const original = asCalls(handle)[name]?.bind(handle) as Call;
      asCalls(handle)[name] = (...given) => counted(`${word} ${path}`, () => original(...given));
    }
  return handle;
};

const sqlite = asCalls(Database.prototype);
for (const name of ['pragma', 'exec', 'close']) {
  const original = sqlite[name] as Call;
  sqlite[name] = function (this: Database.Database, ...args) {
    const [path] = inFolder([this.name]);
    if (path !== undefined) step(`sqlite ${path} ${name} ${String(args[0] ?? '').slice(0, 80)}`);
    return original.apply(this, args);
  };
}

/** First byte of PostgreSQL messages with a statement (Query, Parse). */
const STATEMENTS = ['Q', 'P'];
const socket = asCalls(net.Socket.prototype);
const send = socket.write as Call;
socket.write = function (this: net.Socket, ...args) {
  const [bytes] = args;
  const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1') : '';
  const isStatement = STATEMENTS.includes(text[0] ?? '');
  if (isStatement) step(`postgres ${text.slice(5, 85).replace(/[^\x20-\x7e]+/g, ' ')}`);
  const result = send.apply(this, args);
  if (isStatement) step('amid postgres');
  return result;
};

const startProgram = childProcess.execFile;
const promised = promisify(startProgram) as unknown as Call;
const program = (...args: unknown[]) => (startProgram as unknown as Call)(...args);
Object.assign(program, {
  [promisify.custom]: (...args: unknown[]) => counted(`program ${args[0]}`, () => promised(...args)),
});
asCalls(childProcess).execFile = program;
syncBuiltinESMExports();

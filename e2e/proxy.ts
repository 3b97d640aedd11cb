import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type Agent, request } from 'node:https';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNginx } from '../scripts/machine.mjs';
import { unprivileged } from '../scripts/postgres-cluster.ts';
import { freePort } from './bank.ts';

export type TlsAnswer = {
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
};
type Call = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The client's address: 127.0.0.2 is another client than 127.0.0.1. */
  from?: string;
  agent?: Agent;
};

/** nginx with `deploy/valebank.nginx.conf`, in front of two local processes. */
export type RunningProxy = {
  pid: number;
  origin: string;
  plainOrigin: string;
  ca: Buffer;
  /** Folder in which a process announces its restart. */
  runFolder: string;
  ask: (path: string, call?: Call) => Promise<TlsAnswer>;
  accessLog: () => string;
  /** Bytes of all logs. */
  logBytes: () => number;
  stop: () => Promise<void>;
};

/** Stands for the first of the payment provider's addresses. */
export const THE_PROVIDERS_ADDRESS = '127.0.0.10';

/** Debian's part of the nginx configuration, in a temporary folder. */
const AROUND = (folder: string) => `
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/start.log;
events { worker_connections 1024; }
http {
  access_log off;
  ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')}
  include ${folder}/valebank.conf;
}
`;

/** Starts nginx on free ports, never as root, with a certificate for `localhost`. */
export async function startProxy([first, second]: readonly [number, number]): Promise<RunningProxy> {
  const program = findNginx();
  if (!program) throw new Error('nginx not found on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'valebank-proxy-'));
  const runFolder = join(folder, 'run');
  mkdirSync(runFolder);
  makeCertificate(folder);
  const [port, plainPort] = [await freePort(), await freePort()];
  const origin = `https://localhost:${port}`;
  writeFileSync(
    join(folder, 'valebank.conf'),
    filledIn(readFileSync('deploy/valebank.nginx.conf', 'utf8').replace(SECOND_PROCESS, '$1'), [
      ['https://bank.example', origin],
      ['/etc/letsencrypt/live/bank.example', folder],
      ['bank.example', 'localhost'],
      ['/var/log/nginx', folder],
      ['/run/valebank', runFolder],
      ['/var/lib/nginx', folder],
      ['listen 80;', `listen ${plainPort};`],
      ['listen [::]:80;', hasIpv6() ? `listen [::]:${plainPort};` : ''],
      ['listen 443', `listen ${port}`],
      ...(hasIpv6() ? [] : [['listen [::]:443', '# '] as const]),
      ['[::]:443', `[::]:${port}`],
      ['52.67.12.206', THE_PROVIDERS_ADDRESS],
      ['3001', String(first)],
      ['3002', String(second)],
    ]),
  );
  writeFileSync(join(folder, 'nginx.conf'), AROUND(folder));
  const runner = unprivileged();
  if (runner) execFileSync('chown', ['-R', `${runner.uid}:${runner.gid}`, folder]);
  const nginx = spawn(program, ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log')], {
    ...runner,
    stdio: 'ignore',
  });
  const stop = async () => {
    nginx.kill('SIGTERM');
    if (nginx.exitCode === null && nginx.signalCode === null) await once(nginx, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  const startLog = join(folder, 'start.log');
  for (let tries = 0; !(await listens(port)); tries++) {
    if (nginx.exitCode !== null || tries === 600)
      throw new Error(`nginx did not start: ${existsSync(startLog) ? readFileSync(startLog, 'utf8') : ''}`);
    await sleep(50);
  }
  const ca = readFileSync(join(folder, 'fullchain.pem'));
  return {
    pid: nginx.pid ?? 0,
    origin,
    plainOrigin: `http://localhost:${plainPort}`,
    ca,
    runFolder,
    ask: (path, call = {}) => ask(new URL(origin + path), ca, call),
    accessLog: () => readFileSync(join(folder, 'valebank.log'), 'utf8'),
    logBytes: () => logBytesIn(folder),
    stop,
  };
}

const logBytesIn = (folder: string): number =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

const SECOND_PROCESS = /^( *)#2 /gm;

type Filling = readonly [placeholder: string, value: string];

/** Throws if the text lacks a placeholder: then the file has changed. */
function filledIn(text: string, values: readonly Filling[]): string {
  for (const [placeholder] of values)
    if (!text.includes(placeholder))
      throw new Error(`deploy/valebank.nginx.conf: placeholder ${placeholder} not found`);
  return filled(text, values);
}

/** A value is not searched for other placeholders: the digits of a free port may contain one. */
function filled(text: string, [first, ...others]: readonly Filling[]): string {
  if (!first) return text;
  const [placeholder, value] = first;
  return text
    .split(placeholder)
    .map((part) => filled(part, others))
    .join(value);
}

function makeCertificate(folder: string): void {
  const key = join(folder, 'privkey.pem');
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'].concat(
      ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ['-keyout', key, '-out', join(folder, 'fullchain.pem')],
    ),
    { stdio: 'pipe' },
  );
}

const hasIpv6 = () =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

function ask(
  url: URL,
  ca: Buffer,
  { method = 'GET', headers = {}, body, from, agent }: Call,
): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers,
      ca,
      family: 4,
      ...(from && { localAddress: from }),
      ...(agent && { agent }),
    };
    const sent = request(url, options, async (answer) => {
      try {
        let text = '';
        for await (const chunk of answer.setEncoding('utf8')) text += chunk;
        resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers });
      } catch (error) {
        reject(error);
      }
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchBank } from './bank.ts';
import {
  type Case,
  type Effort,
  type Findings,
  figuresOf,
  interleaved,
  judged,
  median,
  ratioOf,
  type Sample,
} from './figures.ts';
import { fillLedger } from './fill.ts';
import { load } from './load.ts';
import { type Customer, fund, makeCustomers } from './people.ts';
import { type BenchServer, startServer } from './server.ts';
import { transferRequest } from './transfers.ts';

const ENTRIES = { usually: 1_000_000, quick: 2_000 };
const CUSTOMERS = { withHistory: 2, sending: 20 };

const FORMATS = ['CSV', 'OFX'] as const;
type Format = (typeof FORMATS)[number];

const ENTRY_MARK: Record<Format, string> = { CSV: '\r\n', OFX: '</STMTTRN>' };
/** How often the mark occurs outside entries: the CSV heading is a line, too. */
const MARKS_BESIDE: Record<Format, number> = { CSV: 1, OFX: 0 };

const USUALLY = 'transfer, nothing else going on';
const during = (format: Format) => `transfer, during an export as ${format}`;
const BYTES_OF_MB = 1_000_000;
const BYTES_OF_MIB = 1_048_576;

type Setting = { server: BenchServer; customers: Customer[]; owner: Customer; entryCount: number };
type Run = { peakMib: number; entriesPerSecond: number };

/** The server's memory, compared with an idle one, and the latency of transfers during an export. */
export async function benchExports(effort: Effort, folder: string): Promise<Findings> {
  mkdirSync(folder, { recursive: true });
  const entryCount = effort.quick ? ENTRIES.quick : ENTRIES.usually;
  const url = `file:${join(folder, 'exports.db')}`;
  const { owner, customers } = await makeBank(url, entryCount);
  const server = await startServer(url);
  try {
    const idleMib = server.residentMib();
    const setting = { server, customers, owner, entryCount };
    const runs: Record<Format, Run[]> = { CSV: [], OFX: [] };
    const cases: Case[] = [
      { name: USUALLY, unit: 'transfers/s', measure: (seconds) => sendFor(setting, sleep(seconds * 1000)) },
      ...FORMATS.map(
        (format): Case => ({
          name: during(format),
          unit: 'transfers/s',
          measure: () => exportWhileSending(setting, format, runs[format]),
        }),
      ),
    ];
    const samples = await interleaved(cases, effort);
    return {
      figures: [
        ...figuresOf(cases, samples),
        ...FORMATS.map((format) =>
          figure(
            `export as ${format}`,
            'entries/s',
            runs[format].map((run) => run.entriesPerSecond),
          ),
        ),
        figure('memory, idle', 'MiB', [idleMib]),
        ...FORMATS.map((format) =>
          figure(
            `memory, at most during an export as ${format}`,
            'MiB',
            runs[format].map((run) => run.peakMib),
          ),
        ),
      ],
      targets: FORMATS.flatMap((format) => targetsOf(format, samples, runs[format], idleMib)),
      notes: [],
    };
  } finally {
    await server.stop();
  }
}

const figure = (name: string, unit: 'entries/s' | 'MiB', rounds: number[]) => ({
  name,
  unit,
  value: median(rounds),
  rounds,
});

function targetsOf(format: Format, samples: Map<string, Sample[]>, runs: Run[], idleMib: number) {
  const latencies = new Map(
    [...samples].map(([name, rounds]) => [name, rounds.map(({ p50Ms = 0 }) => ({ value: p50Ms }))]),
  );
  const peakMib = Math.max(...runs.map((run) => run.peakMib));
  return [
    ...judged(
      `time of a transfer, during an export as ${format} ÷ usually`,
      ratioOf(latencies, during(format), USUALLY),
      {
        atMost: 4,
      },
    ),
    ...judged(`memory beyond idle, export as ${format}`, ((peakMib - idleMib) * BYTES_OF_MIB) / BYTES_OF_MB, {
      atMost: 200,
      unit: 'MB',
    }),
  ];
}

async function makeBank(url: string, entryCount: number) {
  const empty = await openBenchBank(url);
  const all = await makeCustomers(empty, CUSTOMERS.withHistory + CUSTOMERS.sending);
  const [withHistory, customers] = [all.slice(0, CUSTOMERS.withHistory), all.slice(CUSTOMERS.withHistory)];
  await fillLedger(empty, withHistory, 2 * entryCount);
  await empty.db.close();
  const bank = await openBenchBank(url);
  await fund(bank, customers);
  await bank.db.close();
  const [owner] = withHistory;
  if (!owner) throw new Error('no customer with a history');
  return { owner, customers };
}

const sendFor = ({ server, customers }: Setting, until: Promise<unknown>): Promise<Sample> =>
  load({ server, connections: 1, until, request: transferRequest('REST', customers) });

async function exportWhileSending(setting: Setting, format: Format, runs: Run[]): Promise<Sample> {
  const { server, owner, entryCount } = setting;
  let peakMib = 0;
  const watch = setInterval(() => {
    peakMib = Math.max(peakMib, server.residentMib());
  }, 100);
  try {
    const startedAtMs = performance.now();
    const reading = countEntries(server, owner, format);
    const sample = await sendFor(setting, reading);
    const entries = await reading;
    if (Math.abs(entries - entryCount) > 1)
      throw new Error(`${format}: ${entries} entries instead of ${entryCount}`);
    const seconds = (performance.now() - startedAtMs) / 1000;
    runs.push({ peakMib: Math.max(peakMib, server.residentMib()), entriesPerSecond: entries / seconds });
    return sample;
  } finally {
    clearInterval(watch);
  }
}

async function countEntries({ port }: BenchServer, owner: Customer, format: Format): Promise<number> {
  const request = get({
    port,
    host: '127.0.0.1',
    path: `/api/ledger/export?format=${format.toLowerCase()}&accountId=${owner.accountId}`,
    headers: { cookie: `__Host-session=${owner.sessionToken}`, 'x-requested-with': 'bench' },
  });
  const [answer]: IncomingMessage[] = await once(request, 'response');
  if (answer?.statusCode !== 200) throw new Error(`export failed with status ${answer?.statusCode}`);
  const mark = ENTRY_MARK[format];
  let marks = -MARKS_BESIDE[format];
  let rest = '';
  for await (const chunk of answer) {
    const parts = (rest + chunk.toString('latin1')).split(mark);
    marks += parts.length - 1;
    rest = parts.at(-1) ?? '';
  }
  return marks;
}

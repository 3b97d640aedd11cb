/** Latencies in milliseconds. */
export type Figure = {
  name: string;
  unit: 'transfers/s' | 'TPC-B/s' | 'postings/s' | 'logins/s' | 'pages/s' | 'entries/s' | 'µs' | 'ms' | 'MiB';
  value: number;
  rounds: number[];
  p50Ms?: number;
  p99Ms?: number;
  /** Server processor time per request in microseconds, which other processes disturb least. */
  cpuMicros?: number;
  /** The database's own, where it is a process of its own. */
  databaseCpuMicros?: number;
  /** Of the database that it reads from, beside the one that it writes to. */
  replicaCpuMicros?: number;
  /** Unsuccessful requests; any invalidates the figure. */
  failed?: number;
};

/** `value`: the largest of the measured amounts or, without a `unit`, the median of the rounds' ratios. */
export type Target = {
  name: string;
  value: number;
  unit?: 'MB' | 's' | 'ms';
  atLeast?: number;
  atMost?: number;
  met: boolean;
};

export type Findings = { figures: Figure[]; targets: Target[]; notes: string[] };

export type Effort = { rounds: number; seconds: number; quick: boolean };

export type Sample = {
  value: number;
  p50Ms?: number;
  p99Ms?: number;
  cpuMicros?: number;
  databaseCpuMicros?: number;
  replicaCpuMicros?: number;
  /** The longest time that one thread was blocked. */
  holdMs?: number;
  failed?: number;
};

export type Case = { name: string; unit: Figure['unit']; measure: (seconds: number) => Promise<Sample> };

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error('median of no values');
  return (lower + upper) / 2;
}

/** Runs every case once per round, reversed in every second round, so that disturbances affect all cases alike. */
export async function interleaved(cases: readonly Case[], effort: Effort): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(cases.map(({ name }) => [name, []]));
  for (let round = 0; round < effort.rounds; round++) {
    for (const { name, measure } of round % 2 === 0 ? cases : cases.toReversed()) {
      samples.get(name)?.push(await measure(effort.seconds));
    }
  }
  return samples;
}

const MEDIANS = ['p50Ms', 'p99Ms', 'cpuMicros', 'databaseCpuMicros', 'replicaCpuMicros'] as const;

export function figuresOf(cases: readonly Case[], samples: Map<string, Sample[]>): Figure[] {
  return cases.map(({ name, unit }) => {
    const own = samples.get(name) ?? [];
    const medians = MEDIANS.flatMap((key) => {
      const values = own.flatMap((sample) => sample[key] ?? []);
      return values.length > 0 ? [[key, median(values)]] : [];
    });
    const failed = own.reduce((sum, sample) => sum + (sample.failed ?? 0), 0);
    return {
      name,
      unit,
      value: median(own.map((sample) => sample.value)),
      rounds: own.map((sample) => sample.value),
      ...Object.fromEntries(medians),
      ...(failed > 0 && { failed }),
    };
  });
}

/** The median of the quotients within each round; null if one case was not measured. */
export function ratioOf(samples: Map<string, Sample[]>, above: string, below: string): number | null {
  const upper = samples.get(above) ?? [];
  const lower = samples.get(below) ?? [];
  const ratios = upper.flatMap(({ value }, round) => {
    const under = lower[round]?.value;
    return under ? [value / under] : [];
  });
  return ratios.length > 0 ? median(ratios) : null;
}

/** No target if the value could not be measured, for example without pgbench. */
export function judged(
  name: string,
  value: number | null,
  limit: ({ atLeast: number } | { atMost: number }) & { unit?: 'MB' | 's' | 'ms' },
): Target[] {
  if (value === null) return [];
  const met = 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
  return [{ name, value, ...limit, met }];
}

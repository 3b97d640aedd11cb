/** One measured case: the median over its rounds, and the rounds themselves. Latencies in milliseconds. */
export type Figure = {
  name: string;
  unit: 'transfers/s' | 'TPC-B/s' | 'postings/s' | 'logins/s' | 'pages/s' | 'entries/s' | 'µs' | 'ms' | 'MiB';
  value: number;
  rounds: number[];
  p50Ms?: number;
  p99Ms?: number;
  /** What one request cost the server in processor time, in microseconds: what neighbours disturb least. */
  cpuMicros?: number;
  /** Requests that were not answered with success; any makes the figure worthless. */
  failed?: number;
};

/**
 * What was promised, at least or at most so much: a ratio of the same run, `value` the median over its rounds, or where
 * there is a unit an amount of it, `value` the largest.
 */
export type Target = {
  name: string;
  value: number;
  unit?: 'MB' | 's' | 'ms';
  atLeast?: number;
  atMost?: number;
  met: boolean;
};

/** What a part of the bench found. `notes` say what could not be measured, and why. */
export type Findings = { figures: Figure[]; targets: Target[]; notes: string[] };

/** How long a run may take: rounds of every case, and seconds of each case in a round. */
export type Effort = { rounds: number; seconds: number; quick: boolean };

/** What one case gave in one round. */
export type Sample = {
  value: number;
  p50Ms?: number;
  p99Ms?: number;
  cpuMicros?: number;
  failed?: number;
};

/** A case: what it is called and what measures it for so many seconds. */
export type Case = { name: string; unit: Figure['unit']; measure: (seconds: number) => Promise<Sample> };

/** The middle of some numbers; of an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new Error('no values: nothing was measured');
  return (lower + upper) / 2;
}

/**
 * Runs every case once a round, in turn, so that what disturbs the machine disturbs all of them; each second round
 * backwards, so that none is always the one after another.
 */
export async function interleaved(cases: readonly Case[], effort: Effort): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(cases.map(({ name }) => [name, []]));
  for (let round = 0; round < effort.rounds; round++) {
    for (const { name, measure } of round % 2 === 0 ? cases : cases.toReversed()) {
      samples.get(name)?.push(await measure(effort.seconds));
    }
  }
  return samples;
}

/** The figures of interleaved cases, in their order. */
export function figuresOf(cases: readonly Case[], samples: Map<string, Sample[]>): Figure[] {
  return cases.map(({ name, unit }) => {
    const own = samples.get(name) ?? [];
    const middle = (key: 'p50Ms' | 'p99Ms' | 'cpuMicros') => own.flatMap((sample) => sample[key] ?? []);
    const p50s = middle('p50Ms');
    const p99s = middle('p99Ms');
    const cpu = middle('cpuMicros');
    const failed = own.reduce((sum, sample) => sum + (sample.failed ?? 0), 0);
    return {
      name,
      unit,
      value: median(own.map((sample) => sample.value)),
      rounds: own.map((sample) => sample.value),
      ...(p50s.length > 0 && { p50Ms: median(p50s) }),
      ...(p99s.length > 0 && { p99Ms: median(p99s) }),
      ...(cpu.length > 0 && { cpuMicros: median(cpu) }),
      ...(failed > 0 && { failed }),
    };
  });
}

/** The quotient of two cases, taken within each round, and the median of those. Null when one was not measured. */
export function ratioOf(samples: Map<string, Sample[]>, above: string, below: string): number | null {
  const upper = samples.get(above) ?? [];
  const lower = samples.get(below) ?? [];
  const ratios = upper.flatMap(({ value }, round) => {
    const under = lower[round]?.value;
    return under ? [value / under] : [];
  });
  return ratios.length > 0 ? median(ratios) : null;
}

/** Judges a ratio or an amount; one that could not be measured is none. */
export function judged(
  name: string,
  value: number | null,
  limit: ({ atLeast: number } | { atMost: number }) & { unit?: 'MB' | 's' | 'ms' },
): Target[] {
  if (value === null) return [];
  const met = 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
  return [{ name, value, ...limit, met }];
}

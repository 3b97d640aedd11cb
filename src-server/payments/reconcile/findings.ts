import { isDatabaseFailing } from '#db/error';
import { type Difference, PROVIDER_CHECKS, type ProviderCheck, type Repair } from '#domain/pix/comparison';
import { isSilent, type Outcome } from '#server/provider/outcome';
import { Stopped } from '#server/work/stopping';

/** `count` null: not counted. `ok` null: not all could be checked; `isPartial`: nor could all be beside the differences of an `ok` false. */
export type Check = { name: string; ok: boolean | null; count: number | null; isPartial?: boolean };

/** `booked`: incoming payments that this comparison booked. */
export type Comparison = { checks: Check[]; differences: Difference[]; repairs: Repair[]; booked: number };

export class UnansweredError extends Error {
  readonly isSilent: boolean;
  /** Of a refusal. */
  readonly status: number | null;
  constructor(outcome: Outcome<unknown>) {
    super(`provider: ${outcome.kind}`);
    this.isSilent = isSilent(outcome);
    this.status = outcome.kind === 'refused' ? outcome.status : null;
  }
}

export function answeredValue<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'answered') throw new UnansweredError(outcome);
  return outcome.value;
}

const isSame = (one: Difference, other: Difference): boolean =>
  one.check === other.check && one.about === other.about && one.text === other.text;

/** `refused`: at once, as opposed to an outage. */
export type Step = 'answered' | 'refused' | 'silent';

export class Findings {
  readonly #counts = new Map<ProviderCheck, number>();
  readonly #failed = new Set<string>();
  readonly #unverified = new Set<ProviderCheck>();
  readonly #differences: Difference[] = [];
  readonly #repairs: Repair[] = [];
  booked = 0;

  count(check: ProviderCheck, things: number): void {
    this.#counts.set(check, (this.#counts.get(check) ?? 0) + things);
  }

  differ(...differences: readonly (Difference | null)[]): void {
    for (const difference of differences) {
      if (!difference) continue;
      this.#failed.add(difference.check);
      this.#differences.push(difference);
    }
  }

  /**
   * Repeats a step: keeps only its repairs; counts and differences stay from the first run. Of one that looks deeper differences are kept too,
   * each once.
   */
  async again(
    run: (findings: Findings) => Promise<void>,
    { isDeeper = false }: { isDeeper?: boolean } = {},
  ): Promise<void> {
    const second = new Findings();
    try {
      await run(second);
    } finally {
      this.#repairs.push(...second.#repairs);
      this.booked += second.booked;
      const isNew = (found: Difference) => !this.#differences.some((one) => isSame(one, found));
      if (isDeeper) this.differ(...second.#differences.filter(isNew));
    }
  }

  repair(repair: Repair): void {
    this.#repairs.push(repair);
  }

  /** Runs a step; true if it found no difference. */
  async findsNothing(run: () => Promise<void>): Promise<boolean> {
    const before = this.#differences.length;
    await run();
    return this.#differences.length === before;
  }

  /**
   * Runs a step; without an answer from the provider its checks count as not verified. So they do after a fault of ours, which one
   * account's rows may cause, and which is told to `onFault`: the other accounts are compared. Throws when the database is away, and Stopped.
   */
  async step(
    checks: readonly ProviderCheck[],
    run: () => Promise<void>,
    onFault: (error: unknown) => void,
  ): Promise<Step> {
    try {
      await run();
      return 'answered';
    } catch (error) {
      if (isDatabaseFailing(error) || error instanceof Stopped) throw error;
      this.unverified(...checks);
      if (error instanceof UnansweredError) return error.isSilent ? 'silent' : 'refused';
      onFault(error);
      return 'answered';
    }
  }

  unverified(...checks: readonly ProviderCheck[]): void {
    for (const check of checks) this.#unverified.add(check);
  }

  result(): Comparison {
    const checks = Object.entries(PROVIDER_CHECKS).map(([check, name]): Check => {
      const isUnverified = this.#unverified.has(check as ProviderCheck);
      const count = this.#counts.get(check as ProviderCheck) ?? 0;
      if (!this.#failed.has(name)) return { name, ok: isUnverified ? null : true, count };
      return { name, ok: false, count, ...(isUnverified && { isPartial: true }) };
    });
    return { checks, differences: this.#differences, repairs: this.#repairs, booked: this.booked };
  }
}

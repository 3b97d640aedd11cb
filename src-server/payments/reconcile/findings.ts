import { type Difference, PROVIDER_CHECKS, type ProviderCheck, type Repair } from '#domain/pix/comparison';
import type { Outcome } from '#server/provider/outcome';

/**
 * One check of many things: whether all of them agree, and how many were looked at (null where nobody counts). `ok` null:
 * not all could be looked at.
 */
export type Check = { name: string; ok: boolean | null; count: number | null };

/** What a comparison found, and what it put right; `booked`: how much of that had come in unheard, and was booked by it. */
export type Comparison = { checks: Check[]; differences: Difference[]; repairs: Repair[]; booked: number };

/** The provider did not answer: what was to be compared with it is not verified. */
export class NotTold extends Error {}

/** What the provider answers. Throws NotTold when it does not. */
export function told<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'answered') throw new NotTold(`the provider did not tell: ${outcome.kind}`);
  return outcome.value;
}

/** Collects what the steps of a comparison find. */
export class Findings {
  readonly #counts = new Map<ProviderCheck, number>();
  readonly #failed = new Set<string>();
  readonly #unverified = new Set<ProviderCheck>();
  readonly #differences: Difference[] = [];
  readonly #repairs: Repair[] = [];
  booked = 0;

  /** So many things were looked at. */
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

  /** Runs a step once more: what it puts right is kept; what it counts, and what differs, was found the first time. */
  async again(run: (findings: Findings) => Promise<void>): Promise<void> {
    const second = new Findings();
    try {
      await run(second);
    } finally {
      this.#repairs.push(...second.#repairs);
      this.booked += second.booked;
    }
  }

  /** Something was put right on the way. */
  repair(repair: Repair): void {
    this.#repairs.push(repair);
  }

  /** Whether nothing differed in what `run` looked at. */
  async isQuiet(run: () => Promise<void>): Promise<boolean> {
    const before = this.#differences.length;
    await run();
    return this.#differences.length === before;
  }

  /** Runs a step of these checks; when the provider does not answer they are not verified, and 'not told' is answered. */
  async step(checks: readonly ProviderCheck[], run: () => Promise<void>): Promise<'told' | 'not told'> {
    try {
      await run();
      return 'told';
    } catch (error) {
      if (!(error instanceof NotTold)) throw error;
      this.unverified(...checks);
      return 'not told';
    }
  }

  unverified(...checks: readonly ProviderCheck[]): void {
    for (const check of checks) this.#unverified.add(check);
  }

  result(): Comparison {
    const checks = Object.entries(PROVIDER_CHECKS).map(([check, name]) => ({
      name,
      ok: this.#failed.has(name) ? false : this.#unverified.has(check as ProviderCheck) ? null : true,
      count: this.#counts.get(check as ProviderCheck) ?? 0,
    }));
    return { checks, differences: this.#differences, repairs: this.#repairs, booked: this.booked };
  }
}

import fc from 'fast-check';
import { expect } from 'vitest';
import type { Db } from '#db/db';
import { type PostingEntry, reversed } from '#domain/ledger/posting';
import { newId } from '#server/kernel/id';
import { bankAccountId } from '../bank-account.ts';
import { balancesOf } from '../statement.ts';
import { adjust, makeCustomer, outcome, pair, send, undo } from './bank.ts';

/** Accounts and transactions are given by number, modulo how many exist. */
export type Command =
  | { do: 'open' }
  | { do: 'adjust'; account: number; cents: number }
  | { do: 'transfer'; from: number; to: number; cents: number }
  | { do: 'reverse'; transaction: number };

const place = fc.nat(50);
const cents = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 5_000 }));

export const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('adjust' as const),
        account: place,
        cents: cents.chain((value) => fc.constantFrom(value, value, -value)),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constant('transfer' as const), from: place, to: place, cents }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse' as const), transaction: place }) },
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
);

type Done = { id: string; entries: PostingEntry[]; state: 'standing' | 'reversed' | 'reversal' };

/** `run` applies commands to model and ledger and compares them. */
export class ModelBank {
  readonly accounts: string[] = [];
  readonly balances = new Map<string, number>();
  readonly done: Done[] = [];

  private constructor(
    private readonly db: Db,
    private readonly adjustments: string,
  ) {}

  static async open(db: Db): Promise<ModelBank> {
    const bank = new ModelBank(db, await bankAccountId(db, 'adjustments'));
    bank.balances.set(
      bank.adjustments,
      (await balancesOf(db, [bank.adjustments])).get(bank.adjustments) ?? 0,
    );
    await bank.run({ do: 'open' });
    await bank.run({ do: 'open' });
    return bank;
  }

  async run(command: Command): Promise<void> {
    if (command.do === 'open') {
      const { accountId } = await makeCustomer(this.db);
      this.accounts.push(accountId);
      this.balances.set(accountId, 0);
    } else if (command.do === 'adjust') {
      const accountId = this.account(command.account);
      await this.expectMove(pair(this.adjustments, accountId, command.cents), () =>
        adjust(this.db, accountId, command.cents),
      );
    } else if (command.do === 'transfer') {
      await this.transfer(this.account(command.from), this.account(command.to), command.cents);
    } else {
      await this.reverse(this.done[command.transaction % Math.max(this.done.length, 1)]);
    }
  }

  async compare(): Promise<void> {
    const names = [...this.balances.keys()];
    expect(await balancesOf(this.db, names)).toEqual(this.balances);
    expect([...this.balances].every(([id, balance]) => id === this.adjustments || balance >= 0)).toBe(true);
  }

  private account(index: number): string {
    return this.accounts[index % this.accounts.length] ?? '';
  }

  private async transfer(from: string, to: string, amountCents: number): Promise<void> {
    if (from === to) {
      await expect(send(this.db, from, to, amountCents)).rejects.toThrow('twice');
      return;
    }
    await this.expectMove(pair(from, to, amountCents), () => send(this.db, from, to, amountCents));
  }

  private async reverse(target: Done | undefined): Promise<void> {
    if (!target) {
      expect(await outcome(undo(this.db, newId()))).toBe('NOT_FOUND');
    } else if (target.state === 'reversal') {
      expect(await outcome(undo(this.db, target.id))).toBe('NOT_REVERSIBLE');
    } else if (target.state === 'reversed') {
      expect(await outcome(undo(this.db, target.id))).toBe('ALREADY_REVERSED');
    } else if (await this.expectMove(reversed(target.entries), () => undo(this.db, target.id), 'reversal')) {
      target.state = 'reversed';
    }
  }

  private async expectMove(
    entries: PostingEntry[],
    move: () => Promise<{ transactionId: string }>,
    state: Done['state'] = 'standing',
  ): Promise<boolean> {
    const after = entries.map(
      ({ accountId, amountCents }) => [accountId, (this.balances.get(accountId) ?? 0) + amountCents] as const,
    );
    if (after.some(([accountId, balance]) => accountId !== this.adjustments && balance < 0)) {
      expect(await outcome(move())).toBe('INSUFFICIENT_FUNDS');
      return false;
    }
    const { transactionId } = await move();
    for (const [accountId, balance] of after) this.balances.set(accountId, balance);
    this.done.push({ id: transactionId, entries, state });
    return true;
  }
}

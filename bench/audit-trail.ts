import type { Tables } from '#db/schema';
import type { AuditAction } from '#domain/audit/words';
import type { TransactionType } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { type AuditHead, lockHead, moveHead, nextRow } from '#server/audit/record';
import type { Bank } from '#server/kernel/context';

type AuditRow = Tables['auditLog']['$inferSelect'];

type Posted = { id: string; type: TransactionType; cents: number; actorId: string | null; at: Date };

/** Of each transaction between accounts, reconciliation expects a row. */
const ACTIONS: Partial<Record<TransactionType, AuditAction>> = {
  transfer: 'transfer',
  deposit: 'manual_adjustment',
};

const REQUEST = { ip: '', userAgent: 'bench' };

/** Audit rows of postings that were made without guards, as a chain that verifies. */
export class AuditTrail {
  readonly #keys: Bank['keys'];
  #head: AuditHead;
  #rows: AuditRow[] = [];

  private constructor({ keys }: Pick<Bank, 'keys'>, head: AuditHead) {
    this.#keys = keys;
    this.#head = head;
  }

  /** Continues after the last row of the bank. */
  static async of(bank: Pick<Bank, 'db' | 'keys'>): Promise<AuditTrail> {
    return new AuditTrail(bank, await bank.db.transaction(lockHead));
  }

  record({ id, type, cents, actorId, at }: Posted): void {
    const action = ACTIONS[type];
    if (!action) return;
    const user = actorId === null ? null : { id: actorId, fullName: 'Cliente' };
    const ctx = { clock: { now: () => at }, keys: this.#keys, request: REQUEST, user };
    const event = { action, entityId: id, changes: { amount: toDecimal(cents) } };
    const row = nextRow(this.#head, { ctx, event });
    this.#rows.push(row);
    this.#head = row;
  }

  /** The rows since the last call. */
  take(): AuditRow[] {
    return this.#rows.splice(0);
  }

  /** Once all rows are written, for the bank to append its own. */
  async moveHead({ db }: Pick<Bank, 'db'>): Promise<void> {
    await db.transaction((tx) => moveHead(tx, this.#head));
  }
}

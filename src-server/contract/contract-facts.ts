import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forNoKeyUpdate } from '#db/lock';
import type { Fact, GroupWrite } from '#server/decision/decision';
import { among, anyOf, idList } from '#server/kernel/any-of';
import type { CustomerRow } from './make.ts';
import type { ContractRow } from './shapes.ts';

/** The party of a new contract. */
export const customerNumbered = (userId: string): Fact<CustomerRow> => ({
  source: readCustomers,
  key: userId,
});

async function readCustomers(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CustomerRow>> {
  const rows = await tx
    .prepared('contract.customers', (on, { users }) =>
      on
        .select()
        .from(users)
        .where(anyOf(on, users.id, 'ids')),
    )
    .execute({ ids: idList(tx, ids) });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The contract of a proposal or investment while nobody has signed it; locked against a signature. */
export const unsignedContractOf = (relatedId: string): Fact<{ id: string }> => ({
  source: lockUnsigned,
  key: relatedId,
});

async function lockUnsigned(
  tx: Tx,
  relatedIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string }>> {
  const rows = await tx
    .prepared('contract.unsigned', (on, { contracts }) =>
      forNoKeyUpdate(
        on
          .select({ id: contracts.id, relatedId: contracts.relatedId })
          .from(contracts)
          .where(and(anyOf(on, contracts.relatedId, 'ids'), eq(contracts.status, 'pending_signature')))
          .orderBy(asc(contracts.id)),
      ),
    )
    .execute({ ids: idList(tx, relatedIds) });
  return new Map(rows.map(({ id, relatedId }) => [relatedId, { id }]));
}

export const insertContracts: GroupWrite<ContractRow> = async (tx, rows) => {
  await tx.insertRows(tx.tables.contracts, rows);
};

export const cancelContracts: GroupWrite<string> = async (tx, ids) => {
  const { contracts } = tx.tables;
  await tx
    .update(contracts)
    .set({ status: 'cancelled' })
    .where(among(tx, contracts.id, ids));
};

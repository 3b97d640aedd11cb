import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { documentCode } from '#domain/document/code';
import { MAX_LISTED } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { findKept } from '#server/document/register';
import type { SignedInContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import { type ContractAnswer, type ContractRow, contentOf, contractAnswer } from './shapes.ts';

/** Newest first, at most 200. */
export async function listContracts(ctx: SignedInContext): Promise<ContractAnswer[]> {
  const { contracts } = ctx.db.tables;
  const { content, evidence, ...listed } = getTableColumns(contracts);
  const rows = await ctx.db
    .select(listed)
    .from(contracts)
    .where(eq(contracts.userId, ctx.user.id))
    .orderBy(desc(contracts.id))
    .limit(MAX_LISTED);
  return rows.map(contractAnswer);
}

type Asked = { id: string };

/** Refuses NOT_FOUND. */
export async function getContract(ctx: SignedInContext, { id }: Asked) {
  const row = await ownContract(ctx.db, ctx.user.id, id);
  return { ...contractAnswer(row), content: contentOf(row), contentSha256: row.contentSha256 };
}

/** Refuses NOT_FOUND, CONTRACT_NOT_SIGNED. */
export async function contractFile(ctx: SignedInContext, { id }: Asked): Promise<FileAnswer> {
  const row = await ownContract(ctx.db, ctx.user.id, id);
  if (row.status !== 'signed') refuse('CONTRACT_NOT_SIGNED');
  const kept = await findKept(ctx.db, documentCode(row.id));
  if (!kept) throw new Error(`signed contract ${id}: document not found`);
  return {
    bytes: new Uint8Array(kept.bytes),
    fileName: `contrato-${kept.code.toLowerCase()}.pdf`,
    contentType: 'application/pdf',
  };
}

/** Refuses NOT_FOUND. */
export async function ownContract(on: Reader | Tx, userId: string, id: string): Promise<ContractRow> {
  const { contracts } = on.tables;
  const [row] = await on
    .select()
    .from(contracts)
    .where(and(eq(contracts.id, id), eq(contracts.userId, userId)));
  return row ?? refuse('NOT_FOUND');
}

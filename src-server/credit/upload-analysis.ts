import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#db/db';
import { databaseError } from '#db/error';
import { forUpdate } from '#db/lock';
import { UNDECIDED } from '#domain/credit/words';
import { idSchema } from '#domain/page';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { uploadSender } from '#server/auth/upload-sender';
import { sha256 } from '#server/document/register';
import { readUpload } from '#server/document/upload';
import type { SignedInContext } from '#server/kernel/context';
import { forgetFile, keepFile, readKept } from './analysis-file.ts';
import { holderOf, instalmentsOf, proposalById } from './queries.ts';
import { type ProposalAnswer, type ProposalRow, proposalAnswer } from './shapes.ts';

export const uploadAnalysisSchema = z.object({
  id: idSchema,
  pdf: z.custom<Blob>((value) => value instanceof Blob, { error: 'Selecione o arquivo PDF' }),
});

/**
 * Takes the place of an earlier one, whose file is kept: the audit row names both. Leaves no file behind on failure.
 * Refuses NOT_FOUND, VALIDATION, PAYLOAD_TOO_LARGE, PROPOSAL_DECIDED (replacing the evidence of a decision).
 */
export async function uploadAnalysis(
  ctx: SignedInContext,
  { id, pdf }: z.output<typeof uploadAnalysisSchema>,
): Promise<ProposalAnswer> {
  refuseReplacing(await proposalById(ctx.db, id));
  const { bytes } = await readUpload(uploadSender(ctx), pdf, { field: 'pdf', wanted: 'pdf' });
  const { DATA_DIR } = ctx.env;
  const path = await keepFile(DATA_DIR, bytes);
  const kept = { path, sha256: sha256(bytes), size: bytes.length };
  return keepPath(ctx, id, kept).catch(async (error: unknown) => {
    // The commit may have succeeded: an unused file is better than a row without its file.
    if (databaseError(error)?.kind !== 'unknown') await forgetFile(DATA_DIR, path);
    throw error;
  });
}

function refuseReplacing({ status, analysisPdfPath }: ProposalRow): void {
  if (analysisPdfPath === null || UNDECIDED.some((one) => one === status)) return;
  refuse('PROPOSAL_DECIDED', {
    text: 'Esta proposta já foi decidida; o PDF da análise fica como estava na decisão',
  });
}

type Kept = { path: string; sha256: string; size: number };

function keepPath(ctx: SignedInContext, id: string, { path, ...file }: Kept): Promise<ProposalAnswer> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockProposal(tx, id);
    refuseReplacing(before);
    const row = { ...before, analysisPdfPath: path };
    const { creditProposals: proposals } = tx.tables;
    await tx.update(proposals).set({ analysisPdfPath: path }).where(eq(proposals.id, id));
    const instalments = (await instalmentsOf(tx, [id])).get(id) ?? [];
    const holder = await holderOf(tx, row.userId);
    await record(tx, ctx, {
      action: 'upload_credit_analysis',
      entityId: id,
      changes: { path: { from: before.analysisPdfPath, to: path }, ...file },
    });
    return proposalAnswer(row, instalments, ctx.clock.today(), { isAdmin: true, holder });
  });
}

async function lockProposal(tx: Tx, id: string): Promise<ProposalRow> {
  const { creditProposals: proposals } = tx.tables;
  const [row] = await forUpdate(tx.select().from(proposals).where(eq(proposals.id, id)));
  if (!row) refuse('NOT_FOUND');
  return row;
}

/** Writes an audit row, which the customer can see. Refuses NOT_FOUND. */
export async function analysisPdf(ctx: SignedInContext, { id }: { id: string }) {
  const { analysisPdfPath, userId } = await proposalById(ctx.db, id);
  if (analysisPdfPath === null) refuse('NOT_FOUND', { text: 'Esta proposta não tem PDF de análise' });
  const view = { action: 'view_credit_analysis', entityId: userId, changes: { proposal: id } } as const;
  await ctx.db.transaction((tx) => record(tx, ctx, view));
  return {
    bytes: await readKept(ctx.env.DATA_DIR, analysisPdfPath),
    fileName: `analise-${id}.pdf`,
    contentType: 'application/pdf',
  };
}

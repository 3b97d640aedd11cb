import { z } from 'zod';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { uploadSender } from '#server/auth/upload-sender';
import { readUpload } from '#server/document/upload';
import type { SignedInContext } from '#server/kernel/context';
import { answerOf } from '#server/provider/answer-of';
import type { AccountDocuments } from '#server/provider/shapes';
import { openedAccount } from './external-account.ts';
import type { DocumentAnswer, DocumentList } from './shapes.ts';

/** What the provider calls its documents where it gives them no title. */
const TITLES: Record<string, string> = {
  IDENTIFICATION: 'Documento de identificação (RG ou CNH)',
  IDENTIFICATION_SELFIE: 'Selfie com o documento',
  CUSTOM: 'Comprovante de endereço',
};

/** A document that the provider asked for, and the file of it, as a form sends it. */
export const sendDocumentSchema = z.object({
  documentId: z
    .string({ error: 'Documento não informado' })
    .regex(/^[\w.-]{1,100}$/, { error: 'Documento não encontrado' }),
  file: z.custom<Blob>((value) => value instanceof Blob, { error: 'Selecione o arquivo' }),
});

/** What the provider wants to see of the caller. Refuses NOT_FOUND before there is an account, and PROVIDER_*. */
export async function listDocuments(ctx: SignedInContext): Promise<DocumentList> {
  const { account } = await openedAccount(ctx);
  const { rejectReasons, documents } = answerOf(await account.documents());
  return { documents: documents.map(answer), rejectReasons };
}

/**
 * Sends a file to the provider; the bank keeps none of it. Refuses NOT_FOUND for what the provider did not ask of the
 * caller, DOCUMENT_ELSEWHERE where it wants it on its own page, what `readUpload` refuses, and PROVIDER_*.
 */
export async function sendDocument(
  ctx: SignedInContext,
  { documentId, file }: z.output<typeof sendDocumentSchema>,
): Promise<DocumentAnswer> {
  const { account } = await openedAccount(ctx);
  const { mime, extension, bytes } = await readUpload(uploadSender(ctx), file, {
    field: 'file',
    wanted: 'identity',
  });
  const { documents } = answerOf(await account.documents());
  const wanted = documents.find(({ id }) => id === documentId) ?? refuse('NOT_FOUND');
  if (wanted.onboardingUrl !== null) refuse('DOCUMENT_ELSEWHERE');
  // The name is ours, whatever the file was called.
  const name = `documento.${extension}`;
  const sent = answerOf(await account.sendDocument(wanted.id, { type: wanted.type, name, mime, bytes }));
  await ctx.db.transaction((tx) =>
    record(tx, ctx, {
      action: 'send_identity_document',
      entityType: 'external_account',
      entityId: ctx.user.id,
      changes: { documentId, type: wanted.type, mime, size: bytes.length },
    }),
  );
  return { ...answer(wanted), status: sent.status ?? 'PENDING' };
}

const answer = (document: AccountDocuments['documents'][number]): DocumentAnswer => ({
  ...document,
  title: document.title ?? TITLES[document.type] ?? 'Documento',
});

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

const TITLES: Record<string, string> = {
  IDENTIFICATION: 'Documento de identificação (RG ou CNH)',
  IDENTIFICATION_SELFIE: 'Selfie com o documento',
  CUSTOM: 'Comprovante de endereço',
};

/** Documents with a front and a back. */
const TWO_SIDED = ['IDENTIFICATION'];

const FACE_NAMES = { front: 'frente', back: 'verso' } as const;

export const sendDocumentSchema = z.object({
  documentId: z
    .string({ error: 'Documento não informado' })
    .regex(/^[\w.-]{1,100}$/, { error: 'Documento não encontrado' }),
  face: z.enum(['front', 'back'], { error: 'Lado inválido: frente (front) ou verso (back)' }).optional(),
  file: z.custom<Blob>((value) => value instanceof Blob, { error: 'Selecione o arquivo' }),
});

/** Refuses NOT_FOUND, PROVIDER_*. */
export async function listDocuments(ctx: SignedInContext): Promise<DocumentList> {
  const { account } = await openedAccount(ctx);
  const { rejectReasons, documents } = answerOf(await account.documents());
  return { documents: documents.map(answer), rejectReasons };
}

/** One file; front and back are sent one after the other. The bank keeps no copy. Refuses NOT_FOUND, DOCUMENT_ELSEWHERE, PROVIDER_*, and as readUpload. */
export async function sendDocument(
  ctx: SignedInContext,
  { documentId, face, file }: z.output<typeof sendDocumentSchema>,
): Promise<DocumentAnswer> {
  const { account } = await openedAccount(ctx);
  const { documents } = answerOf(await account.documents());
  const wanted = documents.find(({ id }) => id === documentId) ?? refuse('NOT_FOUND');
  if (wanted.onboardingUrl !== null) refuse('DOCUMENT_ELSEWHERE');
  // Last: all PDFs share one queue.
  const { mime, extension, bytes } = await readUpload(uploadSender(ctx), file, {
    field: 'file',
    wanted: 'identity',
  });
  const name = `documento${face ? `-${FACE_NAMES[face]}` : ''}.${extension}`;
  const sent = answerOf(await account.sendDocument(wanted.id, { type: wanted.type, name, mime, bytes }));
  await ctx.db.transaction((tx) =>
    record(tx, ctx, {
      action: 'send_identity_document',
      entityId: ctx.user.id,
      changes: { documentId, type: wanted.type, ...(face && { face }), mime, size: bytes.length },
    }),
  );
  const fileCount = wanted.fileCount + 1;
  return { ...answer({ ...wanted, fileCount }), status: sent.status ?? 'PENDING' };
}

const answer = (document: AccountDocuments['documents'][number]): DocumentAnswer => ({
  ...document,
  hasSides: TWO_SIDED.includes(document.type),
  title: document.title ?? TITLES[document.type] ?? 'Documento',
});

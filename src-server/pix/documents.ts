import { z } from 'zod';
import { MAX_UPLOAD_BYTES, UPLOAD_TOO_LARGE } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/context';
import { answerOf } from './answer-of.ts';
import { openedAccount } from './external-account.ts';
import type { AccountDocuments } from './provider/shapes.ts';
import type { DocumentAnswer, DocumentList } from './shapes.ts';

const TYPE_TEXT = 'Apenas imagens PNG ou JPEG e arquivos PDF são permitidos';

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
 * caller, DOCUMENT_ELSEWHERE where it wants it on its own page, PAYLOAD_TOO_LARGE above 10 MB, VALIDATION with `fields.file`
 * for what by its content is neither PNG, JPEG nor PDF, and PROVIDER_*.
 */
export async function sendDocument(
  ctx: SignedInContext,
  { documentId, file }: z.output<typeof sendDocumentSchema>,
): Promise<DocumentAnswer> {
  const { account } = await openedAccount(ctx);
  const { mime, name, bytes } = await readFile(file);
  const { documents } = answerOf(await account.documents());
  const wanted = documents.find(({ id }) => id === documentId) ?? refuse('NOT_FOUND');
  if (wanted.onboardingUrl !== null) refuse('DOCUMENT_ELSEWHERE');
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

/** How each type of file begins. */
const SIGNATURES = [
  { mime: 'image/png', extension: 'png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mime: 'image/jpeg', extension: 'jpg', bytes: [0xff, 0xd8, 0xff] },
  { mime: 'application/pdf', extension: 'pdf', bytes: [...Buffer.from('%PDF-')] },
];

/** The bytes and what they are; the name is ours, whatever the file was called. */
async function readFile(file: Blob) {
  if (file.size > MAX_UPLOAD_BYTES) refuse('PAYLOAD_TOO_LARGE', { text: UPLOAD_TOO_LARGE });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = SIGNATURES.find((known) => known.bytes.every((byte, index) => bytes[index] === byte));
  if (!type) refuse('VALIDATION', { text: TYPE_TEXT, fields: { file: TYPE_TEXT } });
  return { mime: type.mime, name: `documento.${type.extension}`, bytes };
}

import { MAX_UPLOAD_BYTES, UPLOAD_TOO_LARGE } from '#domain/limits';
import { Refusal, refuse } from '#domain/refusal';
import { checkPdf, type PdfVerdict } from './pdf-check.ts';
import type { PdfSender } from './pdf-turns.ts';

const TYPES = {
  png: { mime: 'image/png', starts: [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]] },
  jpg: { mime: 'image/jpeg', starts: [[0xff, 0xd8, 0xff]] },
  pdf: { mime: 'application/pdf', starts: [[...Buffer.from('%PDF-1.')], [...Buffer.from('%PDF-2.')]] },
};
type Extension = keyof typeof TYPES;

const WANTED = {
  pdf: { extensions: ['pdf'], text: 'Apenas arquivos PDF são permitidos' },
  identity: {
    extensions: ['png', 'jpg', 'pdf'],
    text: 'Apenas imagens PNG ou JPEG e arquivos PDF são permitidos',
  },
} as const satisfies Record<string, { extensions: readonly Extension[]; text: string }>;

const PDF_TEXTS: Record<Exclude<PdfVerdict, 'fine'>, string> = {
  unreadable: 'O arquivo não pôde ser lido: está incompleto, corrompido ou protegido por senha',
  active: 'O PDF traz script ou ação automática',
  'too-complex': 'O PDF é complexo demais para ser conferido. Imprima-o como PDF e envie a nova cópia.',
};

const PDF_END = '%%EOF';
/** Maximum padding after %%EOF. */
const PDF_END_WITHIN_BYTES = 1024;

/** File type by content; the original name is discarded. */
export type Upload = { mime: string; extension: Extension; bytes: Uint8Array<ArrayBuffer> };

/** `mayBeComplex` refuses TOO_MANY_ATTEMPTS after too many PDFs that used all their time. */
export type UploadSender = PdfSender & { mayBeComplex(): Promise<unknown>; wasComplex(): Promise<unknown> };

/**
 * Images are checked by magic bytes only. Refuses TOO_MANY_ATTEMPTS, PAYLOAD_TOO_LARGE, BUSY, VALIDATION
 * (type; unreadable, active or too complex PDF).
 */
export async function readUpload(
  sender: UploadSender,
  file: Blob,
  { field, wanted }: { field: string; wanted: keyof typeof WANTED },
): Promise<Upload> {
  const { extensions, text } = WANTED[wanted];
  const refuseFile = (why: string): never => refuse('VALIDATION', { text, fields: { [field]: why } });
  if (file.size > MAX_UPLOAD_BYTES) refuse('PAYLOAD_TOO_LARGE', { text: UPLOAD_TOO_LARGE });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const extension = extensions.find((one) => TYPES[one].starts.some((start) => startsWith(bytes, start)));
  if (!extension) return refuseFile(text);
  if (extension === 'pdf') {
    const end = Buffer.from(bytes.subarray(-PDF_END_WITHIN_BYTES)).toString('latin1');
    if (!end.includes(PDF_END)) refuseFile(wanted === 'pdf' ? text : PDF_TEXTS.unreadable);
    await sender.mayBeComplex();
    const verdict = await checkPdf(bytes, sender);
    // If this count exceeds the limit, the sender is still told what is wrong with the file.
    if (verdict === 'too-complex') await sender.wasComplex().catch(ignoreRefusal);
    if (verdict !== 'fine') refuseFile(PDF_TEXTS[verdict]);
  }
  return { mime: TYPES[extension].mime, extension, bytes };
}

const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error;
};

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

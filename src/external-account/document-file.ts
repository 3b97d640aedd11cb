import { MAX_UPLOAD_BYTES, UPLOAD_TOO_LARGE } from '#domain/limits';
import { failureText } from '../ui/failure-text.ts';
import { sendForm } from '../ui/send-form.ts';
import { httpStatusOf, serverErrorOf } from '../ui/server-error.ts';

export type Complaint = { title: string; description: string };

const TYPES = ['image/png', 'image/jpeg', 'application/pdf'];

export const ACCEPT = [...TYPES, '.png', '.jpg', '.jpeg', '.pdf'].join(',');

const WRONG_TYPE: Complaint = {
  title: 'Arquivo inválido',
  description: 'Envie uma imagem PNG ou JPEG, ou um PDF',
};
const TOO_LARGE: Complaint = { title: 'Arquivo muito grande', description: UPLOAD_TOO_LARGE };
const EMPTY: Complaint = { title: 'Arquivo inválido', description: 'O arquivo está vazio' };

/** Null if the file is acceptable. */
export function complaintAbout({ type, size }: Pick<File, 'type' | 'size'>): Complaint | null {
  if (!TYPES.includes(type)) return WRONG_TYPE;
  if (size > MAX_UPLOAD_BYTES) return TOO_LARGE;
  return size === 0 ? EMPTY : null;
}

export type Side = 'front' | 'back';

export const SIDE_LABELS: Record<Side, string> = { front: 'Frente', back: 'Verso' };

type Sided = { hasSides: boolean; status: string; fileCount: number };

/** Which sides are still wanted; null for a document of one file. */
export function sidesOf({ hasSides, status, fileCount }: Sided): Side[] | null {
  if (!hasSides) return null;
  return status === 'PENDING' && fileCount === 1 ? ['back'] : ['front', 'back'];
}

/** Whether the chosen files are all that is wanted: a PDF of the front may have both sides. */
export const isWhole = (sides: readonly Side[], chosen: Partial<Record<Side, Pick<File, 'type'>>>): boolean =>
  sides.every((side) => chosen[side]) || chosen.front?.type === 'application/pdf';

/** `1536` → `1,5 kB`. */
export function sizeText(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toLocaleString('pt-BR', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

/** What to say after a failed upload. Bank and provider check the file's content, which the browser cannot. */
export function uploadFailure(error: unknown): Complaint {
  if (httpStatusOf(error) === 413) return TOO_LARGE;
  const why = serverErrorOf(error)?.fields?.file;
  if (why !== undefined || httpStatusOf(error) === 415)
    return { ...WRONG_TYPE, description: why ?? WRONG_TYPE.description };
  return {
    title: 'Erro ao enviar documento',
    description: failureText(error, 'Não foi possível enviar o arquivo. Tente de novo.'),
  };
}

/** Uploads a document; `onProgress` receives the percentage sent. Throws like `sendForm`. */
export async function sendDocument(
  documentId: string,
  { file, side }: { file: File; side?: Side | undefined },
  onProgress: (percent: number) => void,
): Promise<void> {
  const form = new FormData();
  form.append('documentId', documentId);
  if (side) form.append('face', side);
  form.append('file', file);
  await sendForm('/api/asaas/documents', form, onProgress);
}

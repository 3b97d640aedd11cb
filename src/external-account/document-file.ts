import { MAX_UPLOAD_BYTES, UPLOAD_TOO_LARGE } from '#domain/limits';
import { failureText } from '../ui/failure-text.ts';
import { sendForm } from '../ui/send-form.ts';
import { httpStatusOf, serverErrorOf } from '../ui/server-error.ts';

/** What is said of a file that is not taken: a title and why. */
export type Complaint = { title: string; description: string };

/** What the provider looks at: photographs and scans. */
const TYPES = ['image/png', 'image/jpeg', 'application/pdf'];

/** The same for the browser's file dialog. */
export const ACCEPT = [...TYPES, '.png', '.jpg', '.jpeg', '.pdf'].join(',');

const WRONG_TYPE: Complaint = {
  title: 'Arquivo inválido',
  description: 'Envie uma imagem PNG ou JPEG, ou um PDF',
};
const TOO_LARGE: Complaint = { title: 'Arquivo muito grande', description: UPLOAD_TOO_LARGE };
const EMPTY: Complaint = { title: 'Arquivo inválido', description: 'O arquivo está vazio' };

/** What is wrong with a chosen file, before it is sent; null when nothing is. */
export function complaintAbout({ type, size }: Pick<File, 'type' | 'size'>): Complaint | null {
  if (!TYPES.includes(type)) return WRONG_TYPE;
  if (size > MAX_UPLOAD_BYTES) return TOO_LARGE;
  return size === 0 ? EMPTY : null;
}

/** `1536` → `1,5 kB`: the size of a file, as people read it. */
export function sizeText(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${value.toLocaleString('pt-BR', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

/** What is said when the bank or the provider did not take the file: they look into it, whatever its name. */
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

/** Sends a file as the document that the provider asked for; `onProgress` is told the percentage that has left. Throws as `sendForm`. */
export async function sendDocument(
  documentId: string,
  file: File,
  onProgress: (percent: number) => void,
): Promise<void> {
  const form = new FormData();
  form.append('documentId', documentId);
  form.append('file', file);
  await sendForm('/api/asaas/documents', form, onProgress);
}

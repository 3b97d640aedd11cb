import { z } from 'zod';
import { MAX_UPLOAD_BYTES, UPLOAD_TOO_LARGE } from '#domain/limits';
import { failureText } from '../ui/failure-text.ts';
import { sendForm } from '../ui/send-form.ts';
import { httpStatusOf, serverErrorOf } from '../ui/server-error.ts';

export type Complaint = { title: string; description: string };

const NOT_PDF: Complaint = {
  title: 'Arquivo inválido',
  description: 'Apenas arquivos PDF são permitidos',
};
const TOO_LARGE: Complaint = { title: 'Arquivo muito grande', description: UPLOAD_TOO_LARGE };

/** Null if the file is acceptable. */
export function complaintAbout({ type, size }: Pick<File, 'type' | 'size'>): Complaint | null {
  if (type !== 'application/pdf') return NOT_PDF;
  return size > MAX_UPLOAD_BYTES ? TOO_LARGE : null;
}

/** What to say after a failed upload. The server checks the file's content, which the browser cannot. */
export function uploadFailure(error: unknown): Complaint {
  if (httpStatusOf(error) === 413) return TOO_LARGE;
  const why = serverErrorOf(error)?.fields?.pdf;
  if (why !== undefined)
    return why === NOT_PDF.description
      ? NOT_PDF
      : { ...NOT_PDF, description: `${NOT_PDF.description}. ${why}.` };
  return {
    title: 'Erro ao enviar PDF',
    description: failureText(error, 'Não foi possível fazer upload do arquivo'),
  };
}

const answerSchema = z.object({ proposal: z.object({ creditAnalysisPdfPath: z.string() }) });

/** Uploads the analysis PDF and returns its storage path. Throws like `sendForm`. */
export async function sendPdf(
  proposalId: string,
  pdf: File,
  onProgress: (percent: number) => void,
): Promise<string> {
  const form = new FormData();
  form.append('pdf', pdf);
  const path = `/api/credit/proposals/${encodeURIComponent(proposalId)}/upload-analysis`;
  return answerSchema.parse(await sendForm(path, form, onProgress)).proposal.creditAnalysisPdfPath;
}

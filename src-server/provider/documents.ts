import type { Call } from './call.ts';
import { type DocumentFile, documentsSchema, sentDocumentSchema } from './shapes.ts';

/** Ten megabytes take long on a slow line. */
const UPLOAD_TIMEOUT_FACTOR = 6;

export const documentCalls = (call: Call) => ({
  documents: () => call({ method: 'GET', path: '/v3/myAccount/documents', answer: documentsSchema }),

  /** `id`: the document group that the provider asked for. */
  sendDocument: (id: string, { type, name, mime, bytes }: DocumentFile) => {
    const form = new FormData();
    form.set('type', type);
    form.set('documentFile', new Blob([bytes], { type: mime }), name);
    return call({
      method: 'POST',
      path: '/v3/myAccount/documents/{id}',
      parts: { id },
      body: form,
      answer: sentDocumentSchema,
      timeoutFactor: UPLOAD_TIMEOUT_FACTOR,
    });
  },
});

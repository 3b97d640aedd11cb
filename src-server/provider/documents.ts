import type { Call } from './call.ts';
import { type DocumentFile, documentsSchema, sentDocumentSchema } from './shapes.ts';

/** Ten megabytes take a while on a slow line. */
const UPLOAD_PATIENCE = 6;

/** What the provider wants to see of an account's holder. */
export const documentCalls = (call: Call) => ({
  documents: () => call({ method: 'GET', path: '/v3/myAccount/documents', answer: documentsSchema }),

  /** Sends a file as what the provider asked for under this id. */
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
      patience: UPLOAD_PATIENCE,
    });
  },
});

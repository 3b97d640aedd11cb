/** How long a holder who was deactivated can object before the bank frees the document for somebody else. Real time. */
export const DOCUMENT_FREE_SECONDS = 7 * 24 * 3600;

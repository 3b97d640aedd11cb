/** What kinds of documents the bank makes. */
export const DOCUMENT_KINDS = ['receipt', 'contract'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Portuguese labels of the kinds. */
export const DOCUMENT_KIND_LABELS: Record<DocumentKind, string> = {
  receipt: 'Comprovante',
  contract: 'Contrato',
};

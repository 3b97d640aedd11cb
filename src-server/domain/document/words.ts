export const DOCUMENT_KINDS = ['receipt', 'contract'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_KIND_LABELS: Record<DocumentKind, string> = {
  receipt: 'Comprovante',
  contract: 'Contrato',
};

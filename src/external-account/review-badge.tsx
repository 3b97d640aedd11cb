import { Check, Clock, FileUp, Search, X } from 'lucide-react';
import { REVIEW_LABELS, type Review } from '#domain/pix/words';
import { type Look, LookBadge } from '../ui/look-badge.tsx';

const REVIEWS: Record<Review, Omit<Look, 'label'>> = {
  PENDING: { palette: 'caution', icon: Clock },
  AWAITING_APPROVAL: { palette: 'notice', icon: Search },
  APPROVED: { palette: 'positive', icon: Check },
  REJECTED: { palette: 'negative', icon: X },
};

export const ReviewBadge = ({ review }: { review: Review }) => (
  <LookBadge {...REVIEWS[review]} label={REVIEW_LABELS[review]} />
);

const DOCUMENTS: Record<string, Look> = {
  NOT_SENT: { label: 'Falta enviar', palette: 'caution', icon: FileUp },
  PENDING: { label: 'Em análise', palette: 'notice', icon: Search },
  APPROVED: { label: 'Aprovado', palette: 'positive', icon: Check },
  REJECTED: { label: 'Recusado', palette: 'negative', icon: X },
  IGNORED: { label: 'Dispensado', palette: 'neutral', icon: Check },
};

/** An unknown status of the provider is shown as is. */
export const DocumentBadge = ({ status }: { status: string }) => (
  <LookBadge {...(DOCUMENTS[status] ?? { label: status, palette: 'neutral', icon: Clock })} />
);

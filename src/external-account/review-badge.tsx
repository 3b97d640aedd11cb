import { Badge } from '@chakra-ui/react';
import { Check, Clock, FileUp, type LucideIcon, Search, X } from 'lucide-react';
import { REVIEW_LABELS, type Review } from '#domain/pix/words';

type Look = { palette: string; icon: LucideIcon };

const REVIEWS: Record<Review, Look> = {
  PENDING: { palette: 'caution', icon: Clock },
  AWAITING_APPROVAL: { palette: 'notice', icon: Search },
  APPROVED: { palette: 'positive', icon: Check },
  REJECTED: { palette: 'negative', icon: X },
};

export function ReviewBadge({ review }: { review: Review }) {
  const { palette, icon: ReviewIcon } = REVIEWS[review];
  return (
    <Badge colorPalette={palette} flexShrink={0}>
      <ReviewIcon aria-hidden size={14} />
      {REVIEW_LABELS[review]}
    </Badge>
  );
}

const DOCUMENTS: Record<string, Look & { label: string }> = {
  NOT_SENT: { label: 'Falta enviar', palette: 'caution', icon: FileUp },
  PENDING: { label: 'Em análise', palette: 'notice', icon: Search },
  APPROVED: { label: 'Aprovado', palette: 'positive', icon: Check },
  REJECTED: { label: 'Recusado', palette: 'negative', icon: X },
  IGNORED: { label: 'Dispensado', palette: 'neutral', icon: Check },
};

/** An unknown status of the provider is shown as is. */
export function DocumentBadge({ status }: { status: string }) {
  const {
    label,
    palette,
    icon: StatusIcon,
  } = DOCUMENTS[status] ?? {
    label: status,
    palette: 'neutral',
    icon: Clock,
  };
  return (
    <Badge colorPalette={palette} flexShrink={0}>
      <StatusIcon aria-hidden size={14} />
      {label}
    </Badge>
  );
}

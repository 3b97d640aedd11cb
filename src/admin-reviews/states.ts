import { Ban, CheckCheck, Clock, Hourglass, Undo2, X } from 'lucide-react';
import { REVIEW_STATE_LABELS, REVIEW_STATES, type ReviewState } from '#domain/admin/review-states';
import type { Look } from '../ui/look-badge.tsx';

export const REVIEW_LOOKS: Record<ReviewState, Omit<Look, 'label'>> = {
  pending: { palette: 'caution', icon: Hourglass },
  approved: { palette: 'positive', icon: CheckCheck },
  refused: { palette: 'negative', icon: X },
  undone: { palette: 'neutral', icon: Undo2 },
  not_made: { palette: 'neutral', icon: Ban },
  lapsed: { palette: 'neutral', icon: Clock },
};

export const STATE_OPTIONS = [
  { value: '', label: 'Todas' },
  ...REVIEW_STATES.map((value) => ({ value, label: REVIEW_STATE_LABELS[value] })),
];

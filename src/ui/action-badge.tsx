import { Badge } from '@chakra-ui/react';
import { AUDIT_ACTION_LABELS } from '#domain/audit/words';

/** An action without a label is shown as is. */
export function ActionBadge({ action }: { action: string }) {
  const labels: Record<string, string> = AUDIT_ACTION_LABELS;
  return <Badge colorPalette={paletteOf(action)}>{labels[action] ?? action}</Badge>;
}

function paletteOf(action: string): string {
  if (action.startsWith('create')) return 'positive';
  if (/^(delete|reject)/.test(action)) return 'negative';
  if (action.startsWith('approve')) return 'brand';
  return action.startsWith('update') ? 'caution' : 'neutral';
}

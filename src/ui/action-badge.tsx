import { Badge } from '@chakra-ui/react';
import { AUDIT_ACTION_LABELS } from '#domain/audit/words';

/** What was done, in the colours of section 2 of the specification; an action without a label shows as it is written. */
export function ActionBadge({ action }: { action: string }) {
  const labels: Record<string, string> = AUDIT_ACTION_LABELS;
  return <Badge colorPalette={paletteOf(action)}>{labels[action] ?? action}</Badge>;
}

/** create green, delete and reject red, approve primary, update warning. */
function paletteOf(action: string): string {
  if (action.startsWith('create')) return 'positive';
  if (/^(delete|reject)/.test(action)) return 'negative';
  if (action.startsWith('approve')) return 'brand';
  return action.startsWith('update') ? 'caution' : 'neutral';
}

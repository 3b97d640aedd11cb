import { lazy, Suspense } from 'react';
import type { RecipientKind } from '#domain/account/recipient';
import { type Recipient, useRecipients } from './recipient.ts';

const RecipientTiles = lazy(async () => ({
  default: (await import('./recipient-tiles.tsx')).RecipientTiles,
}));

type RecipientStripProps = { kind: RecipientKind; onPick: (recipient: Recipient) => void };

/** Recipients of earlier payments; picking one fills in the form. Renders nothing if there are none. */
export function RecipientStrip({ kind, onPick }: RecipientStripProps) {
  const recipients = useRecipients(kind);
  return <Suspense>{recipients && <RecipientTiles recipients={recipients} onPick={onPick} />}</Suspense>;
}

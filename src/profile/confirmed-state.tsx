import { Button } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { ContactChannel } from '#domain/auth/contact-code';
import { trpc } from '../trpc.ts';
import { LookBadge } from '../ui/look-badge.tsx';
import { part } from '../ui/part.tsx';

const ConfirmContactDialog = part('ConfirmContactDialog', () => import('./confirm-contact-dialog.tsx'));

export function ConfirmedState({ channel, value }: { channel: ContactChannel; value: string }) {
  const states = trpc.auth.contacts.list.useQuery();
  const [confirming, setConfirming] = useState(false);
  if (!states.data) return null;
  if (states.data[channel].isConfirmed)
    return <LookBadge label="confirmado" palette="positive" icon={Check} />;
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-haspopup="dialog"
        aria-label={channel === 'email' ? 'Confirmar e-mail' : 'Confirmar telefone'}
        onClick={() => setConfirming(true)}
      >
        Confirmar
      </Button>
      {confirming && (
        <ConfirmContactDialog channel={channel} value={value} onClose={() => setConfirming(false)} />
      )}
    </>
  );
}

import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { RequestLink } from './request-link.tsx';
import { ResetPassword } from './reset-password.tsx';

/** A new password for who forgot theirs: without a link it is asked for, with one the password is chosen. */
export function RecoveryPage() {
  const { token } = useSearch({ from: '/recuperar-senha' });
  // A link that is spent leads back to asking for another one.
  const [spent, setSpent] = useState<string | null>(null);
  return token === undefined || token === spent ? (
    <RequestLink />
  ) : (
    <ResetPassword token={token} onSpent={() => setSpent(token)} />
  );
}

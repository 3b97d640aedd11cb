import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { RequestLink } from './request-link.tsx';
import { ResetPassword } from './reset-password.tsx';

/** Without a token, requests a recovery link; with one, sets the new password. */
export function RecoveryPage() {
  const { token } = useSearch({ from: '/public/recuperar-senha' });
  // A used link leads back to requesting another one.
  const [spent, setSpent] = useState<string | null>(null);
  return token === undefined || token === spent ? (
    <RequestLink />
  ) : (
    <ResetPassword token={token} onSpent={() => setSpent(token)} />
  );
}

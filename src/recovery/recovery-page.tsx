import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { RECOVERY } from '#domain/limits';
import { LinkButton } from '../ui/links.tsx';
import { useLetterLink } from './letter-link.ts';
import { OpenAgain } from './open-again.tsx';
import { RequestLink } from './request-link.tsx';
import { ResetPassword } from './reset-password.tsx';

/** Without a token, requests a recovery link; with one, sets the new password. */
export function RecoveryPage() {
  const { token, isGone } = useLetterLink();
  // A link that is used, or is gone from the address, leads to requesting another one.
  const [wantsAnother, setWantsAnother] = useState(false);
  const onAgain = () => setWantsAnother(true);
  if (wantsAnother) return <RequestLink />;
  if (isGone) return <LinkGone onAgain={onAgain} />;
  return token === undefined ? <RequestLink /> : <ResetPassword token={token} onSpent={onAgain} />;
}

function LinkGone({ onAgain }: { onAgain: () => void }) {
  return (
    <OpenAgain validity={`por ${RECOVERY.linkSeconds / 60} minutos`}>
      <Button variant="outline" onClick={onAgain}>
        Pedir outro link
      </Button>
      <LinkButton to="/login" variant="plain" size="sm" alignSelf="center">
        Voltar ao login
      </LinkButton>
    </OpenAgain>
  );
}

import { Button, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { trpc } from '../trpc.ts';
import { deviceText } from '../ui/external-store.ts';
import { LinkButton } from '../ui/links.tsx';
import { Notice } from '../ui/notice.tsx';
import { supportsPasskeys } from '../ui/passkey-support.ts';

const answer = deviceText('chave-de-acesso');

const isOffered = (): boolean => supportsPasskeys() && answer.read() === null;

/** Once, after a sign-in, to who has no passkey; declined for good in this browser. */
export function PasskeyOffer() {
  const [isOpen, setOpen] = useState(isOffered);
  const passkeys = trpc.auth.passkeys.list.useQuery(undefined, { enabled: isOpen });
  if (!isOpen || passkeys.data?.length !== 0) return null;

  function decline() {
    answer.write('recusada');
    setOpen(false);
  }

  return (
    <Notice role="status" status="info" title="Entre sem senha da próxima vez">
      Uma chave de acesso usa a digital, o rosto ou o PIN do seu aparelho.
      <Flex gap="2" wrap="wrap" marginTop="3">
        <LinkButton to="/client/seguranca" variant="outline" size="md" minHeight="11">
          Adicionar chave de acesso
        </LinkButton>
        <Button variant="ghost" size="md" minHeight="11" onClick={decline}>
          Agora não
        </Button>
      </Flex>
    </Notice>
  );
}

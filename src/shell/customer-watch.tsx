import { Button, Flex } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { proveThisDevice } from '../shared-security/device-key.ts';
import { useUnfreeze } from '../shared-security/use-unfreeze.ts';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import { CodeDrop } from './code-drop.tsx';
import { ReservedPayments } from './reserved-payments.tsx';
import type { Me } from './session.ts';

const FreezeDialog = part('FreezeDialog', () => import('../shared-security/freeze-dialog.tsx'));

type CustomerWatchProps = { me: Me; isFreezing: boolean; onClose: () => void };

/**
 * Binds a new session to the registered device that this browser is, says when the account is frozen, and freezes it; shows what is
 * reserved, and reads the codes that are dropped or pasted.
 */
export function CustomerWatch({ me, isFreezing, onClose }: CustomerWatchProps) {
  const { user, sessionId, device, frozenAt } = me;
  const invalidate = useInvalidate();
  const unbound = device === null ? sessionId : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each session.
  useEffect(() => {
    if (unbound === null) return;
    // A failure changes nothing: the next session tries again.
    proveThisDevice(user.id, unbound).then(
      (isBound) => isBound && invalidate('credentials'),
      () => {},
    );
  }, [user.id, unbound]);
  return (
    <>
      {frozenAt && <FrozenNotice />}
      <ReservedPayments />
      <CodeDrop today={me.today} />
      {isFreezing && <FreezeDialog onClose={onClose} />}
    </>
  );
}

function FrozenNotice() {
  const unfreeze = useUnfreeze();
  return (
    <Notice
      role="status"
      status="warning"
      borderRadius="0"
      paddingInline={{ base: '4', md: '6' }}
      title="Sua conta está congelada"
    >
      <Flex align="center" columnGap="4" rowGap="2" wrap="wrap">
        Nada sai dela; o que chegar continua entrando.
        <Button
          size="sm"
          minHeight="11"
          variant="outline"
          loading={unfreeze.isPending}
          loadingText="Descongelando…"
          onClick={() => unfreeze.mutate()}
        >
          Descongelar
        </Button>
      </Flex>
    </Notice>
  );
}

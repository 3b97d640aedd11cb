import { useEffect } from 'react';
import { useInvalidate } from '../invalidation.ts';
import { proveThisDevice } from '../shared-security/device-key.ts';

type DeviceWatchProps = { userId: string; sessionId: string };

/** Binds a new session to the registered device that this browser is. A failure changes nothing: it tries at the next. */
export function DeviceWatch({ userId, sessionId }: DeviceWatchProps) {
  const invalidate = useInvalidate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each session.
  useEffect(() => {
    proveThisDevice(userId, sessionId).then(
      (isBound) => isBound && invalidate('credentials'),
      () => {},
    );
  }, [userId, sessionId]);
  return null;
}

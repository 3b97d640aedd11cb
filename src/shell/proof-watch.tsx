import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentProofRequest, subscribeToProofRequest } from '../ui/proof-request.ts';

const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

export function ProofWatch() {
  const request = useSyncExternalStore(subscribeToProofRequest, currentProofRequest);
  return (
    request && (
      <Suspense>
        <ProofDialog request={request} />
      </Suspense>
    )
  );
}

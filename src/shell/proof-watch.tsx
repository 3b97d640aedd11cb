import { useSyncExternalStore } from 'react';
import { part } from '../ui/part.tsx';
import { currentProofRequest, subscribeToProofRequest } from '../ui/proof-request.ts';

const ProofDialog = part('ProofDialog', () => import('./proof-dialog.tsx'));

export function ProofWatch() {
  const request = useSyncExternalStore(subscribeToProofRequest, currentProofRequest);
  return request && <ProofDialog request={request} />;
}

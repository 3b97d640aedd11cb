import { useSyncExternalStore } from 'react';
import { part } from '../ui/part.tsx';
import { currentProofRequest, subscribeToProofRequest } from '../ui/proof-request.ts';

const ProofDialog = part('ProofDialog', () => import('./proof-dialog.tsx'));
const PaymentDialog = part('PaymentDialog', () => import('./payment-dialog.tsx'));

export function ProofWatch() {
  const request = useSyncExternalStore(subscribeToProofRequest, currentProofRequest);
  if (!request) return null;
  const onClose = () => request.answer(false);
  return request.of === 'payment' ? (
    <PaymentDialog key={request.confirmationId} request={request} onClose={onClose} />
  ) : (
    <ProofDialog request={request} onClose={onClose} />
  );
}

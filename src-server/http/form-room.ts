import { UPLOAD_FORM_LIMITS } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { isThisMachine, sharedNetworkOf } from '#server/kernel/network';

const openForms = new Map<string, number>();
const networkBytes = new Map<string, number>();
let takenBytes = 0;

const MOST_OF_A_NETWORK = UPLOAD_FORM_LIMITS.bytes * UPLOAD_FORM_LIMITS.part;

export type FormRoom = {
  /** Reserves bytes. Refuses BUSY when all open forms together, or those of the sender's network, would exceed the limit. */
  take(bytes: number): void;
  giveBack(): void;
};

/** Refuses BUSY when the user has too many forms in progress. */
export function openFormRoom(userId: string, ip: string): FormRoom {
  const own = openForms.get(userId) ?? 0;
  if (own >= UPLOAD_FORM_LIMITS.formsPerUser) refuseBusy();
  openForms.set(userId, own + 1);
  const network = sharedNetworkOf(ip);
  // As in `lineOf`: everybody has it behind a proxy that TRUST_PROXY does not name.
  const mostOfNetwork = isThisMachine(ip) ? UPLOAD_FORM_LIMITS.bytes : MOST_OF_A_NETWORK;
  let ownBytes = 0;
  let isOpen = true;
  return {
    take: (bytes) => {
      const sharedBytes = networkBytes.get(network) ?? 0;
      if (takenBytes + bytes > UPLOAD_FORM_LIMITS.bytes || sharedBytes + bytes > mostOfNetwork) refuseBusy();
      takenBytes += bytes;
      networkBytes.set(network, sharedBytes + bytes);
      ownBytes += bytes;
    },
    giveBack: () => {
      if (!isOpen) return;
      isOpen = false;
      takenBytes -= ownBytes;
      lower(networkBytes, network, ownBytes);
      lower(openForms, userId, 1);
    },
  };
}

function lower(counts: Map<string, number>, key: string, by: number): void {
  const left = (counts.get(key) ?? 0) - by;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}

const refuseBusy = (): never =>
  refuse('BUSY', {
    text: 'Há muitos arquivos em envio. Espere alguns segundos e envie de novo.',
    retryAfterSeconds: UPLOAD_FORM_LIMITS.retryAfterSeconds,
  });

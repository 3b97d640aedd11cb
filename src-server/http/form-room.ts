import { UPLOAD_FORM_LIMITS } from '#domain/limits';
import { refuse } from '#domain/refusal';

const openForms = new Map<string, number>();
let takenBytes = 0;

export type FormRoom = {
  /** Reserves bytes. Refuses BUSY when all open forms together would exceed the limit. */
  take(bytes: number): void;
  giveBack(): void;
};

/** Refuses BUSY when the user has too many forms in progress. */
export function openFormRoom(userId: string): FormRoom {
  const own = openForms.get(userId) ?? 0;
  if (own >= UPLOAD_FORM_LIMITS.formsPerUser) refuseBusy();
  openForms.set(userId, own + 1);
  let ownBytes = 0;
  let isOpen = true;
  return {
    take: (bytes) => {
      if (takenBytes + bytes > UPLOAD_FORM_LIMITS.bytes) refuseBusy();
      takenBytes += bytes;
      ownBytes += bytes;
    },
    giveBack: () => {
      if (!isOpen) return;
      isOpen = false;
      takenBytes -= ownBytes;
      const left = (openForms.get(userId) ?? 1) - 1;
      if (left > 0) openForms.set(userId, left);
      else openForms.delete(userId);
    },
  };
}

const refuseBusy = (): never =>
  refuse('BUSY', {
    text: 'Há muitos arquivos em envio. Espere alguns segundos e envie de novo.',
    retryAfterSeconds: UPLOAD_FORM_LIMITS.retryAfterSeconds,
  });

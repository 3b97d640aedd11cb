import { UPLOAD_FORM_LIMITS } from '#domain/limits';
import { refuse } from '#domain/refusal';

/** Of each user who is sending forms, how many. */
const underWay = new Map<string, number>();
let takenBytes = 0;

/** Room of one form in memory: what has come of it so far. */
export type FormRoom = {
  /** So many more bytes have come. Refuses BUSY where those of all forms together would need too much. */
  take(bytes: number): void;
  /** All of it is free again; may be called more than once. */
  giveBack(): void;
};

/** Room for a form of a user that is about to be read. Refuses BUSY when the user has as many under way as may be. */
export function openFormRoom(userId: string): FormRoom {
  const own = underWay.get(userId) ?? 0;
  if (own >= UPLOAD_FORM_LIMITS.formsPerUser) refuseBusy();
  underWay.set(userId, own + 1);
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
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left > 0) underWay.set(userId, left);
      else underWay.delete(userId);
    },
  };
}

const refuseBusy = (): never =>
  refuse('BUSY', {
    text: 'Há muitos arquivos em envio. Espere alguns segundos e envie de novo.',
    retryAfterSeconds: UPLOAD_FORM_LIMITS.retryAfterSeconds,
  });

import { FORM_ROOM } from '#domain/limits';
import { refuse } from '#domain/refusal';

/** Of each user who is sending forms, how many. */
const underWay = new Map<string, number>();
let takenBytes = 0;

/**
 * Room in memory for a form of a user that is about to be read; answers what gives it back, which may be called more than
 * once. Refuses BUSY when the user has as many under way as may be, or those of all together would need too much.
 */
export function takeFormRoom(userId: string, bytes: number): () => void {
  const own = underWay.get(userId) ?? 0;
  if (own >= FORM_ROOM.formsOfOne || takenBytes + bytes > FORM_ROOM.bytes)
    refuse('BUSY', { text: TOO_MANY, retryAfterSeconds: FORM_ROOM.retryAfterSeconds });
  underWay.set(userId, own + 1);
  takenBytes += bytes;
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    takenBytes -= bytes;
    const left = (underWay.get(userId) ?? 1) - 1;
    if (left > 0) underWay.set(userId, left);
    else underWay.delete(userId);
  };
}

const TOO_MANY = 'Há muitos arquivos em envio. Espere alguns segundos e envie de novo.';

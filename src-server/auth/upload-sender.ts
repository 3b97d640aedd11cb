import type { UploadSender } from '#server/document/upload';
import { type Attempting, countAttempt, refuseWhileFull } from './attempts.ts';

type Person = Pick<UploadSender, 'id' | 'role'>;

/** Counts a form before it is read, so that one that never ends counts, too. Refuses TOO_MANY_ATTEMPTS. */
export async function countUpload(bank: Attempting, { id, role }: Person): Promise<void> {
  await countAttempt(bank, 'upload', id);
  if (role === 'admin') await countAttempt(bank, 'uploadDayOfAdmin', id);
  else await countAttempt(bank, 'uploadDay', id);
}

/** Who sent the form, which was counted when it began. */
export const uploadSender = (bank: Attempting & { user: Person }): UploadSender => {
  const { id, role } = bank.user;
  return {
    id,
    role,
    mayBeComplex: () => refuseWhileFull(bank, 'complexPdf', id),
    wasComplex: () => countAttempt(bank, 'complexPdf', id),
  };
};

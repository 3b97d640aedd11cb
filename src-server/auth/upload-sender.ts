import type { UploadSender } from '#server/document/upload';
import { type Attempting, countAttempt, refuseWhileFull } from './attempts.ts';

/** Counts an upload, before anything else that may refuse it. Refuses TOO_MANY_ATTEMPTS. */
export async function countUpload(
  bank: Attempting & { user: Pick<UploadSender, 'id' | 'role'> },
): Promise<UploadSender> {
  const { id, role } = bank.user;
  await countAttempt(bank, 'upload', id);
  if (role === 'admin') await countAttempt(bank, 'uploadDayOfAdmin', id);
  else await countAttempt(bank, 'uploadDay', id);
  return {
    id,
    role,
    mayBeComplex: () => refuseWhileFull(bank, 'complexPdf', id),
    wasComplex: () => countAttempt(bank, 'complexPdf', id),
  };
}

/** Before a form is read, which costs more than most requests. Refuses TOO_MANY_ATTEMPTS without counting. */
export async function mayUpload(
  bank: Attempting & { user: Pick<UploadSender, 'id' | 'role'> | null },
): Promise<void> {
  if (!bank.user) return;
  await refuseWhileFull(bank, 'upload', bank.user.id);
  if (bank.user.role === 'admin') await refuseWhileFull(bank, 'uploadDayOfAdmin', bank.user.id);
  else await refuseWhileFull(bank, 'uploadDay', bank.user.id);
}

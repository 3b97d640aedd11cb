import { type Attempting, countAttempt, refuseWhileFull } from './attempts.ts';

/** The user, with the count of their uploads. `count` refuses TOO_MANY_ATTEMPTS. */
export const uploadSender = <User extends { id: string }>(bank: Attempting & { user: User }) => ({
  ...bank.user,
  count: (uploads: number) => countAttempt(bank, 'upload', bank.user.id, uploads),
});

/** Before a form is read, which costs more than most requests. Refuses TOO_MANY_ATTEMPTS without counting. */
export async function mayUpload(bank: Attempting & { user: { id: string } | null }): Promise<void> {
  if (bank.user) await refuseWhileFull(bank, 'upload', bank.user.id);
}

import { sharerOf } from '#server/access/caller-share';
import type { UploadSender } from '#server/document/upload';
import { isThisMachine, sharedNetworkOf } from '#server/kernel/network';
import { type Attempting, countAttempt, refuseWhileFull } from './attempts.ts';

type Person = Pick<UploadSender, 'id' | 'role'>;
type Sending = Attempting & Parameters<typeof sharerOf>[0];

/** Counts a form before it is read, so that one that never ends counts, too. Refuses TOO_MANY_ATTEMPTS. */
export async function countUpload(ctx: Sending, { id, role }: Person): Promise<void> {
  await countAttempt(ctx, 'upload', id);
  if (role === 'admin') await countAttempt(ctx, 'uploadDayOfAdmin', sharerOf(ctx, id));
  else await countAttempt(ctx, 'uploadDay', sharerOf(ctx, id));
}

/** Who sent the form, which was counted when it began. */
export const uploadSender = (ctx: Sending & { user: Person }): UploadSender => {
  const { id, role } = ctx.user;
  const who = sharerOf(ctx);
  const { ip } = ctx.request;
  return {
    id,
    role,
    network: isThisMachine(ip) ? null : sharedNetworkOf(ip),
    mayBeComplex: () => refuseWhileFull(ctx, 'complexPdf', who),
    wasComplex: () => countAttempt(ctx, 'complexPdf', who),
  };
};

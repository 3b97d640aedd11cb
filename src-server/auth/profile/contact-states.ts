import { z } from 'zod';
import type { ContactChannel } from '#domain/auth/contact-code';
import type { SignedInContext } from '#server/kernel/context';
import { ownRow } from '../own-row.ts';
import type { UserRow } from '../user-answer.ts';

const stateSchema = z.object({ isConfirmed: z.boolean() });

export const contactStatesSchema = z.object({ email: stateSchema, phone: stateSchema });

export async function contactStates(ctx: SignedInContext): Promise<z.output<typeof contactStatesSchema>> {
  const user = await ownRow(ctx.db, ctx.user.id);
  const state = (channel: ContactChannel) => ({ isConfirmed: contactOf(user, channel).confirmedAt !== null });
  return { email: state('email'), phone: state('phone') };
}

export function contactOf(
  user: UserRow,
  channel: ContactChannel,
): { value: string | null; confirmedAt: Date | null } {
  return channel === 'email'
    ? { value: user.email, confirmedAt: user.emailConfirmedAt }
    : { value: user.phone, confirmedAt: user.phoneConfirmedAt };
}

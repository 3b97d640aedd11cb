import { z } from 'zod';
import type { ContactChannel } from '#domain/auth/contact-code';
import type { SignedInContext } from '#server/kernel/context';
import { frozenSince } from '../freeze/frozen.ts';
import { ownRow } from '../own-row.ts';
import type { UserRow } from '../user-answer.ts';

const stateSchema = z.object({ isConfirmed: z.boolean() });

export const contactStatesSchema = z.object({ email: stateSchema, phone: stateSchema });

export async function contactStates(ctx: SignedInContext): Promise<z.output<typeof contactStatesSchema>> {
  const user = await ownRow(ctx.db, ctx.user.id);
  const frozenAt = await frozenSince(ctx.db, user.id);
  return {
    email: { isConfirmed: isConfirmedAgain(user, frozenAt) },
    phone: { isConfirmed: user.phoneConfirmedAt !== null },
  };
}

/** Whether the e-mail is confirmed; of an account that its owner has frozen, whether that was after the freeze. */
export const isConfirmedAgain = ({ emailConfirmedAt }: UserRow, frozenAt: Date | null): boolean =>
  emailConfirmedAt !== null && (frozenAt === null || emailConfirmedAt > frozenAt);

export const contactOf = ({ email, phone }: UserRow, channel: ContactChannel): string | null =>
  channel === 'email' ? email : phone;

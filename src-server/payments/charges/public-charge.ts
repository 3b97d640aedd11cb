import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { chargeAmounts, countedDay, statusAt } from '#domain/charge/terms';
import { CHARGE_KINDS } from '#domain/charge/words';
import { CHARGE_PAGE_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { movedDueDay } from '#domain/pix/dated-charge';
import { refuse } from '#domain/refusal';
import { maskDocument } from '#domain/tax-id';
import { countAttempt } from '#server/auth/attempts';
import type { Context } from '#server/kernel/context';
import { amountsSchema, toAmounts } from './charge-answer.ts';
import { type ChargeRow, chargedOf } from './charge-row.ts';

const PUBLIC_STATUSES = ['making', 'open', 'paid', 'expired', 'cancelled'] as const;

/**
 * What a payer may see. `payee`: as the payer's own bank names it before they pay; `registeredName`: as this bank's registration has the holder.
 * `today`: what it costs today. `payload` is null unless it can be paid.
 */
export const publicChargeSchema = z.object({
  kind: z.enum(CHARGE_KINDS),
  status: z.enum(PUBLIC_STATUSES),
  description: z.string(),
  payee: z.object({
    name: z.string(),
    document: z.string(),
    institution: z.string().nullable(),
    registeredName: z.string(),
  }),
  today: amountsSchema,
  dueDate: z.iso.date().nullable(),
  isOverdue: z.boolean(),
  expiresAt: z.iso.datetime(),
  concludedAt: z.iso.datetime().nullable(),
  payload: z.string().nullable(),
});
export type PublicCharge = z.output<typeof publicChargeSchema>;

/**
 * The charge behind a link, for whoever has it. Who paid it is told to nobody but its owner. Refuses NOT_FOUND, TOO_MANY_ATTEMPTS (per
 * address: ids cannot be tried). Its page is gone 90 days after its end, and when its owner leaves.
 */
export async function publicCharge(ctx: Context, { id }: { id: string }): Promise<PublicCharge> {
  await countAttempt(ctx, 'chargePage', ctx.request.ip);
  const { charges, users } = ctx.db.tables;
  const [found] = await ctx.db
    .select({
      charge: charges,
      name: users.fullName,
      cpf: users.cpf,
      cnpj: users.cnpj,
      isActive: users.isActive,
      closedAt: users.closedAt,
    })
    .from(charges)
    .innerJoin(users, eq(users.id, charges.userId))
    .where(eq(charges.publicId, id));
  if (!found || isGone(found, ctx.clock.now()))
    refuse('NOT_FOUND', { text: 'Nenhuma cobrança tem este endereço' });
  const { charge } = found;
  // A deactivated payee's code is not shown: the money would be held.
  const now = statusAt(charge, ctx.clock.now());
  const status = now === 'open' && !found.isActive ? 'cancelled' : now;
  const amounts = chargeAmounts(chargedOf(charge), countedDay(charge, ctx.clock.now()));
  return {
    kind: charge.kind,
    status: status === 'failed' ? 'cancelled' : status,
    description: charge.description,
    payee: {
      name: charge.payeeName ?? found.name,
      document: charge.payeeDocument ?? maskDocument(found.cpf ?? found.cnpj ?? ''),
      institution: charge.institution,
      registeredName: found.name,
    },
    today: toAmounts(amounts),
    dueDate: charge.dueOn,
    isOverdue: charge.dueOn !== null && movedDueDay({ dueOn: charge.dueOn }) < ctx.clock.today(),
    expiresAt: charge.endsAt.toISOString(),
    concludedAt: charge.concludedAt?.toISOString() ?? null,
    payload: status === 'open' ? charge.payload : null,
  };
}

/** It names a person: of whoever has left, or long after it was over, nothing is shown. */
function isGone({ charge, closedAt }: { charge: ChargeRow; closedAt: Date | null }, now: Date): boolean {
  const { status, concludedAt, endsAt } = charge;
  const isOld = secondsAfter(concludedAt ?? endsAt, CHARGE_PAGE_SECONDS) <= now;
  return status === 'failed' || closedAt !== null || isOld;
}

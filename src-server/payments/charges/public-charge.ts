import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { chargeAmounts, countedDay, statusAt } from '#domain/charge/terms';
import { CHARGE_KINDS } from '#domain/charge/words';
import { refuse } from '#domain/refusal';
import { maskDocument } from '#domain/tax-id';
import { countAttempt } from '#server/auth/attempts';
import type { Context } from '#server/kernel/context';
import { amountsSchema, toAmounts } from './charge-answer.ts';
import { chargedOf } from './charge-row.ts';

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
 * address: ids cannot be tried).
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
    })
    .from(charges)
    .innerJoin(users, eq(users.id, charges.userId))
    .where(eq(charges.publicId, id));
  if (!found || found.charge.status === 'failed')
    refuse('NOT_FOUND', { text: 'Nenhuma cobrança tem este endereço' });
  const { charge } = found;
  // A deactivated payee's code is not shown: the money would be held.
  const now = statusAt(charge, ctx.clock.now());
  const status = now === 'open' && !found.isActive ? 'cancelled' : now;
  const today = ctx.clock.today();
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
    isOverdue: charge.dueOn !== null && charge.dueOn < today,
    expiresAt: charge.endsAt.toISOString(),
    concludedAt: charge.concludedAt?.toISOString() ?? null,
    payload: status === 'open' ? charge.payload : null,
  };
}

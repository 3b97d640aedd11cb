import { ceilingOf } from '#domain/protection/judge';
import type { PaymentKind } from '#domain/protection/words';
import { type Asking, type Fact, written } from '#server/decision/decision';
import type { DecidingContext } from '#server/kernel/context';
import type { PostedBy } from '#server/ledger/post';
import { askerOf } from './asker.ts';
import type { Authorised } from './authorise.ts';
import { addUses, usesAfter } from './payment-writes.ts';
import { ownDay, type ProtectionFacts, rulesHold } from './protection-facts.ts';
import { protectionOf, usesIn } from './standing-facts.ts';

export type CeilingFacts = Pick<ProtectionFacts, 'protection' | 'ownUses'>;

export const ceilingFacts = (
  ctx: DecidingContext,
  { createdAt }: PostedBy,
): { [Name in keyof CeilingFacts]: Fact<NonNullable<CeilingFacts[Name]>> } => ({
  protection: protectionOf(ctx.user.id),
  ownUses: usesIn(ctx.user.id, ownDay(ctx, createdAt).name),
});

type Later = { kind: PaymentKind; amountCents: number; isCompany: boolean };

/**
 * For a payment that the bank makes later: counts it now in the day of the token or of the browser that is not registered. It stays
 * counted there, also if it is never made. Call `authorise` when it is made, without session and token. Refuses TOKEN_CEILING, DEVICE_LIMIT.
 */
export function authoriseLater(
  { ctx, by: { createdAt } }: Asking<unknown>,
  facts: CeilingFacts,
  { kind, amountCents, isCompany }: Later,
): Pick<Authorised, 'writes' | 'changes'> {
  if (!rulesHold(ctx, facts)) return { writes: [], changes: [] };
  const uses = new Map(facts.ownUses ? [[ownDay(ctx, createdAt).name, facts.ownUses]] : []);
  const days = ceilingOf({ uses, isCompany }, askerOf(ctx), { amountCents }, createdAt);
  const counted = days.map(({ name, endsOn }) => ({ period: name, endsOn, kind, cents: amountCents }));
  return {
    writes: counted.map((use) => written(addUses, { ...use, userId: ctx.user.id })),
    changes: usesAfter(ctx.user.id, counted, uses),
  };
}

import type { ReverseInput } from '#domain/admin/reason';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { askedFor, moneyWrite } from '#server/audit/money-write';
import type { SignedInContext } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import { isClosed } from '#server/onboarding/is-closed';
import { type Decided, told, undecided } from './decide.ts';
import { writeHeld } from './held-row.ts';

/**
 * Books that the bank has paid a held payment outside to its owner, who has closed the relationship and whom no account here can pay. Its
 * holding is reversed, so that it is paid once: the money has left the account at the provider. Refuses NOT_FOUND, HELD_DECIDED,
 * USER_NOT_CLOSED, ALREADY_REVERSED, IDEMPOTENCY_KEY_REUSED; in production also TOKEN_NOT_ALLOWED and REAUTHENTICATE. Not a decision: only
 * the held payment tells which accounts it moves.
 */
export async function payOutHeld(ctx: SignedInContext, input: ReverseInput): Promise<Decided> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  return moneyWrite(ctx, askedFor('payOutHeld', input), async (tx, by) => {
    const held = await undecided(tx, input.id);
    if (!(await isClosed(tx, held.userId))) refuse('USER_NOT_CLOSED');
    const { transactionId: id, amountCents } = held;
    const posted = await post(tx, {
      ...by,
      type: 'reversal',
      description: 'PIX retido pago fora do banco',
      reversesId: id,
      entries: [
        { accountId: await bankAccountId(tx, 'held_pix'), amountCents: -amountCents },
        { accountId: await bankAccountId(tx, 'provider_cash'), amountCents },
      ],
    });
    await writeHeld(tx, held, { status: 'released', failReason: null, concludedAt: by.createdAt });
    const changes = { ...told(held), transactionId: posted.transactionId, reason: input.reason };
    return {
      answer: { id, status: 'released' as const },
      audit: { action: 'pay_out_held_pix', entityId: id, changes },
    };
  });
}

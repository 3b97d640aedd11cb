import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import type { ledgerTables } from '#db/schema/ledger';
import { ownerIn } from '#db/schema/owner';
import { CHARGE_KINDS, CHARGE_STATUSES } from '#domain/charge/words';

export const chargeTables = (
  kit: Kit,
  { users }: ReturnType<typeof authTables>,
  { transactions }: ReturnType<typeof ledgerTables>,
) => {
  /** What customers charge with dynamic PIX codes. The id is also the provider's `externalReference`. */
  const charges = kit.table(
    'charges',
    {
      id: kit.id('id').primaryKey(),
      /** In the address of its public page: random, so that it cannot be guessed. */
      publicId: kit.text('public_id').notNull(),
      userId: ownerIn(kit, { users })(),
      kind: kit.oneOf('kind', CHARGE_KINDS).notNull(),
      status: kit.oneOf('status', CHARGE_STATUSES).notNull(),
      amountCents: kit.cents('amount_cents').notNull(),
      description: kit.text('description').notNull(),
      /** From then on it cannot be paid; the bank's time. */
      endsAt: kit.at('ends_at').notNull(),
      dueOn: kit.date('due_on'),
      validDays: kit.count('valid_days').notNull(),
      /** Fine, interest and discount. */
      terms: kit.json('terms').notNull(),
      /** As the provider has them. */
      providerId: kit.text('provider_id'),
      payload: kit.text('payload'),
      txid: kit.text('txid'),
      /** As whoever pays it is told. */
      payeeName: kit.text('payee_name'),
      payeeDocument: kit.text('payee_document'),
      institution: kit.text('institution'),
      /** Calls to the provider begun; the last one and the next look-up in real time, null when there is nothing to do. */
      attempts: kit.count('attempts').notNull(),
      sentAt: kit.at('sent_at'),
      nextLookAt: kit.at('next_look_at'),
      failReason: kit.text('fail_reason'),
      createdAt: kit.at('created_at').notNull(),
      concludedAt: kit.at('concluded_at'),
    },
    (t) => [
      kit.uniqueIndex('charges_public').on(t.publicId),
      kit.uniqueIndex('charges_provider').on(t.providerId),
      kit.index('charges_user').on(t.userId, t.createdAt, t.id),
      kit.index('charges_user_open').on(t.userId).where(sql`concluded_at is null`),
      kit.index('charges_user_amount').on(t.userId, t.amountCents, t.id),
      kit.index('charges_txid').on(t.txid).where(sql`txid is not null`),
      kit.index('charges_due').on(t.nextLookAt).where(sql`next_look_at is not null`),
      kit.index('charges_ending').on(t.endsAt).where(sql`status = 'open'`),
      kit.check('charges_amount', sql`${t.amountCents} > 0`),
      kit.check('charges_dated', sql`(${t.kind} = 'dated') = (${t.dueOn} is not null)`),
      kit.check(
        'charges_code',
        sql`${t.status} <> 'open' or (${t.providerId} is not null and ${t.payload} is not null)`,
      ),
      kit.check('charges_concluded', sql`(${t.status} in ('making', 'open')) = (${t.concludedAt} is null)`),
    ],
  );

  /** Payments of charges, also those after the first. Written with the booking of the payment, which has the same provider id. */
  const chargePayments = kit.table(
    'charge_payments',
    {
      providerId: kit.text('provider_id').primaryKey(),
      chargeId: kit
        .id('charge_id')
        .notNull()
        .references(() => charges.id),
      /** That booked it: a deposit, or one in `held_pix`. */
      transactionId: kit
        .id('transaction_id')
        .notNull()
        .references(() => transactions.id),
      amountCents: kit.cents('amount_cents').notNull(),
      payerName: kit.text('payer_name'),
      createdAt: kit.at('created_at').notNull(),
    },
    (t) => [
      kit.index('charge_payments_charge').on(t.chargeId, t.createdAt),
      kit.check('charge_payments_amount', sql`${t.amountCents} > 0`),
    ],
  );

  return { charges, chargePayments };
};

import { eq } from 'drizzle-orm';
import { bankDate } from '#domain/date';
import type { Bank } from '#server/kernel/context';
import type { ProviderAccount } from '#server/provider/client';
import { answered, mapped, type Outcome } from '#server/provider/outcome';
import { type ChargeRow, termsOfRow } from './charge-row.ts';

/** Of the customer that all charges of an account name at the provider: its holder, since whoever knows the code may pay it. */
const CUSTOMER_REFERENCE = 'charges';

/** The id of the charge at the provider. `isSent`: it may have been made. */
export async function createAtProvider(
  bank: Bank,
  charge: ChargeRow,
  account: ProviderAccount,
): Promise<{ outcome: Outcome<string>; isSent: boolean }> {
  const customer = await customerOf(bank, charge, account);
  if (customer.kind !== 'answered') return { outcome: customer, isSent: false };
  const { fine, interest, discount } = termsOfRow(charge);
  const made = await account.createCharge({
    externalReference: charge.id,
    customerId: customer.value,
    amountCents: charge.amountCents,
    description: charge.description,
    // The provider knows no moment: an immediate charge is removed at its end.
    dueOn: charge.dueOn ?? bankDate(charge.endsAt),
    fine: fine && { isPercent: fine.mode === 'percent', value: fine.value },
    interest,
    discount: discount && {
      isPercent: discount.mode === 'percent',
      value: discount.value,
      daysBefore: discount.daysBefore,
    },
  });
  return { outcome: mapped(made, ({ id }) => id), isSent: true };
}

/** Made once; two calls at once may make two, of which either will do. */
async function customerOf(
  { db }: Bank,
  { userId }: ChargeRow,
  account: ProviderAccount,
): Promise<Outcome<string>> {
  const found = await account.customerByReference(CUSTOMER_REFERENCE);
  if (found.kind !== 'answered') return found;
  if (found.value) return answered(found.value.id);
  const { users } = db.tables;
  const [holder] = await db
    .select({ name: users.fullName, cpf: users.cpf, cnpj: users.cnpj })
    .from(users)
    .where(eq(users.id, userId));
  if (!holder) throw new Error(`user ${userId} not found`);
  const made = await account.createCustomer({
    name: holder.name,
    cpfCnpj: holder.cpf ?? holder.cnpj ?? '',
    externalReference: CUSTOMER_REFERENCE,
  });
  return mapped(made, ({ id }) => id);
}

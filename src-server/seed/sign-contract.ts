import { desc, eq } from 'drizzle-orm';
import { signSchema } from '#domain/contract/sign';
import { requestOtp } from '#server/contract/request-otp';
import { sign } from '#server/contract/sign';
import type { SignedInContext } from '#server/kernel/context';
import { openBody } from '#server/outbox/sealed';

export async function signContract(ctx: SignedInContext, relatedId: string): Promise<void> {
  const { contracts, outbox } = ctx.db.tables;
  const [contract] = await ctx.db
    .select({ id: contracts.id })
    .from(contracts)
    .where(eq(contracts.relatedId, relatedId));
  if (!contract) throw new Error(`contract of ${relatedId} not found`);
  await requestOtp(ctx, contract);
  const [mail] = await ctx.db
    .select()
    .from(outbox)
    .where(eq(outbox.kind, 'contract_code'))
    .orderBy(desc(outbox.id))
    .limit(1);
  const text = mail && openBody(ctx.keys, mail).text;
  const otpCode = text?.split('\n').find((line) => /^[0-9A-Z]{6}$/.test(line));
  await sign(ctx, signSchema.parse({ id: contract.id, otpCode }));
}

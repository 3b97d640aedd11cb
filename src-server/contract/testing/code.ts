import { and, desc, eq } from 'drizzle-orm';
import { openBody } from '#server/outbox/sealed';
import type { TestBank } from '#server/testing/test-bank';

export async function codeSentTo(bank: TestBank, recipient: string): Promise<string> {
  const { outbox } = bank.db.tables;
  const [mail] = await bank.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.kind, 'contract_code'), eq(outbox.recipient, recipient)))
    .orderBy(desc(outbox.id))
    .limit(1);
  const text = mail && openBody(bank.keys, mail).text;
  const code = text?.split('\n').find((line) => /^[2-9A-HJKMNP-Z]{6}$/.test(line));
  if (!code) throw new Error(`no code was sent to ${recipient}`);
  return code;
}

import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { canonicalJson } from '#domain/canonical-json';
import { formatCep } from '#domain/cep';
import type { ContractContent, ContractParty } from '#domain/contract/content';
import type { ContractType } from '#domain/contract/words';
import { formatDocument } from '#domain/tax-id';
import { type AuditEvent, record } from '#server/audit/record';
import { sha256 } from '#server/document/register';
import type { Context } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage } from '#server/outbox/queue-message';
import type { ContractRow } from './shapes.ts';

export type NewContract = Pick<
  ContractContent,
  'title' | 'textVersion' | 'terms' | 'clauses' | 'schedule'
> & {
  type: ContractType;
  userId: string;
  /** The proposal or investment. */
  relatedId: string;
};

/** In a closure's transaction; returns the id. */
export async function makeContract(tx: Tx, ctx: Context, contract: NewContract): Promise<{ id: string }> {
  const { contracts, users } = tx.tables;
  const [user] = await tx.select().from(users).where(eq(users.id, contract.userId));
  if (!user) throw new Error(`contract of ${contract.relatedId}: user ${contract.userId} not found`);
  const { row, event } = newContract(ctx, user, contract);
  await tx.insert(contracts).values(row);
  await queueMessage(tx, ctx, 'contract_waiting', user, { contractTitle: row.title });
  await record(tx, ctx, event);
  return { id: row.id };
}

/** Uses the texts and parties of this moment. */
export function newContract(
  ctx: Pick<Context, 'clock' | 'env'>,
  user: CustomerRow,
  { type, userId, relatedId, ...texts }: NewContract,
): { row: ContractRow; event: AuditEvent } {
  const content: ContractContent = {
    ...texts,
    type,
    madeOn: ctx.clock.today(),
    parties: [bankParty(ctx.env), customerParty(user)],
  };
  const text = canonicalJson(content);
  const id = newId();
  const row: ContractRow = {
    id,
    userId,
    type,
    relatedId,
    title: texts.title,
    status: 'pending_signature',
    textVersion: texts.textVersion,
    content: text,
    contentSha256: sha256(text),
    createdAt: ctx.clock.now(),
    signedAt: null,
    evidence: null,
  };
  const changes = { type, relatedId, contentSha256: row.contentSha256 };
  return { row, event: { action: 'create_contract', entityId: id, changes } };
}

const bankParty = (env: Context['env']): ContractParty => ({
  role: 'Instituição',
  name: env.BRAND_NAME,
  document: null,
  address: 'São Bernardo do Campo/SP',
  email: env.SUPPORT_EMAIL,
});

export type CustomerRow = Tx['tables']['users']['$inferSelect'];

function customerParty(user: CustomerRow): ContractParty {
  const street = [user.street, user.number, user.complement].filter(Boolean).join(', ');
  return {
    role: 'Cliente',
    name: user.fullName,
    document: formatDocument(user.cpf ?? user.cnpj ?? ''),
    address: `${street}, ${user.neighborhood}, ${user.city}/${user.state}, CEP ${formatCep(user.zipCode ?? '')}`,
    email: user.email,
  };
}

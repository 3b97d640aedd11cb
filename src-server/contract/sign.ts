import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { deviceInWords } from '#domain/auth/device-words';
import { canonicalJson } from '#domain/canonical-json';
import type { SignInput } from '#domain/contract/sign';
import { documentCode } from '#domain/document/code';
import { maskName } from '#domain/document/mask-name';
import { CONTRACT_CODE } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { formatDocument } from '#domain/tax-id';
import { askedFor, moneyWrite } from '#server/audit/money-write';
import { countHashing } from '#server/auth/attempts';
import { refuseFrozen } from '#server/auth/freeze/frozen';
import { countTry } from '#server/auth/one-time';
import { ownRow } from '#server/auth/own-row';
import { verifyPassword } from '#server/auth/password';
import { registerDocument } from '#server/document/register';
import type { SignedInContext } from '#server/kernel/context';
import { keptAnswer } from '#server/ledger/once';
import { queueMessage } from '#server/outbox/queue-message';
import { contractPdf } from './contract-pdf.ts';
import type { Evidence } from './evidence.ts';
import { ownContract } from './queries.ts';
import { refuseUnlessPending } from './request-otp.ts';
import { type ContractAnswer, type ContractRow, contentOf, contractAnswer } from './shapes.ts';

/**
 * One transaction consumes the code, signs, registers the PDF and executes the contract. Refuses NOT_FOUND,
 * CONTRACT_SIGNED, CONTRACT_CANCELLED, CONTRACT_CODE_INVALID, ACCOUNT_FROZEN_BY_OWNER, TOO_MANY_ATTEMPTS. Not a decision: it is
 * rare, and what the contract triggers writes before it looks.
 */
export async function sign(ctx: SignedInContext, input: SignInput): Promise<ContractAnswer> {
  const { id, otpCode } = input;
  const asked = askedFor('sign', input);
  const answered = await keptAnswer<ContractAnswer>(ctx, asked);
  if (answered) return answered;
  const contract = await ownContract(ctx.db, ctx.user.id, id);
  refuseUnlessPending(contract.status);
  const { counted } = await countHashing(ctx, 'hash', ctx.user.id);
  const { contractCodes } = ctx.db.tables;
  const whose = eq(contractCodes.contractId, id);
  const code = await countTry(ctx, contractCodes, { whose, tries: CONTRACT_CODE.tries });
  if (!code || !(await verifyPassword(counted, code.codeHash, otpCode))) {
    refuseUnlessPending((await ownContract(ctx.db, ctx.user.id, id)).status);
    refuse('CONTRACT_CODE_INVALID');
  }

  const signedAt = ctx.clock.now();
  const evidence = await evidenceOf(ctx, contract, code, signedAt);
  const bytes = await contractPdf(contentOf(contract), evidence, ctx.env);
  return moneyWrite(ctx, asked, async (tx) => {
    // A debt, too, is made in its owner's name only.
    await refuseFrozen(tx, ctx.user.id);
    const signed = await markSigned(tx, contract, evidence, signedAt);
    await useCode(tx, ctx, code.id, id);
    const { userId, relatedId } = contract;
    await ctx.registry.contractSigned[signed.type]?.(tx, ctx, { id, userId, relatedId, signedAt });
    const signer = { id: userId, fullName: evidence.signer, email: evidence.sentTo };
    const facts = { contractTitle: contract.title, code: evidence.verificationCode };
    await queueMessage(tx, ctx, 'contract_signed', signer, facts);
    await registerDocument(tx, ctx, documentOf(contract, evidence, bytes, signedAt));
    return {
      answer: signed,
      audit: {
        action: 'sign_contract',
        entityId: id,
        changes: {
          status: { from: 'pending_signature', to: 'signed' },
          contentSha256: contract.contentSha256,
        },
      },
    };
  });
}

type Code = Tx['tables']['contractCodes']['$inferSelect'];

async function useCode(tx: Tx, ctx: SignedInContext, codeId: string, contractId: string): Promise<void> {
  const { contractCodes: codes } = tx.tables;
  const usedAt = ctx.clock.real();
  const [used] = await tx
    .update(codes)
    .set({ usedAt })
    .where(and(eq(codes.id, codeId), eq(codes.contractId, contractId), isNull(codes.usedAt)))
    .returning({ id: codes.id });
  if (!used) refuse('CONTRACT_CODE_INVALID');
}

async function markSigned(
  tx: Tx,
  { id }: ContractRow,
  evidence: Evidence,
  signedAt: Date,
): Promise<ContractAnswer> {
  const { contracts } = tx.tables;
  const [signed] = await tx
    .update(contracts)
    .set({ status: 'signed', signedAt, evidence: canonicalJson(evidence) })
    .where(and(eq(contracts.id, id), eq(contracts.status, 'pending_signature')))
    .returning();
  if (signed) return contractAnswer(signed);
  const [current] = await tx.select({ status: contracts.status }).from(contracts).where(eq(contracts.id, id));
  refuseUnlessPending(current?.status ?? 'cancelled');
  throw new Error(`contract ${id} is pending, but was not signed`);
}

async function evidenceOf(
  ctx: SignedInContext,
  contract: ContractRow,
  code: Code,
  signedAt: Date,
): Promise<Evidence> {
  const user = await ownRow(ctx.db, ctx.user.id);
  const sentBeforeMs = ctx.clock.real().getTime() - code.createdAt.getTime();
  return {
    signer: user.fullName,
    document: formatDocument(user.cpf ?? user.cnpj ?? ''),
    signedAt: signedAt.toISOString(),
    ip: ctx.request.ip,
    device: deviceInWords(ctx.request.userAgent),
    userAgent: ctx.request.userAgent,
    sentTo: code.sentTo,
    // Codes use real time, documents the bank's clock.
    codeSentAt: new Date(signedAt.getTime() - sentBeforeMs).toISOString(),
    codeId: code.id,
    tries: code.attempts,
    contractId: contract.id,
    contentSha256: contract.contentSha256,
    textVersion: contract.textVersion,
    verificationCode: documentCode(contract.id),
  };
}

function documentOf(contract: ContractRow, evidence: Evidence, bytes: Uint8Array, signedAt: Date) {
  const isPerson = evidence.document.length <= '000.000.000-00'.length;
  return {
    code: evidence.verificationCode,
    kind: 'contract' as const,
    title: contract.title,
    transactionId: null,
    relatedId: contract.id,
    issuedAt: signedAt,
    amountCents: null,
    contentSha256: contract.contentSha256,
    maskedParties: [{ role: 'signer', name: isPerson ? maskName(evidence.signer) : evidence.signer }],
    bytes: Buffer.from(bytes),
  };
}

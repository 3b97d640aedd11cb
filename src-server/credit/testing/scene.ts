import { and, desc, eq } from 'drizzle-orm';
import { type callerOf, openBankWithTwo } from '#server/testing/people';
import { contractOf, signCredit } from './loan.ts';

type Call = ReturnType<typeof callerOf>;
export type Proposing = Parameters<Call['credit']['proposals']['create']>[0];

/** The loan of the published test vectors. */
export const LOAN = {
  amount: '10000.00',
  termMonths: 12,
  purpose: 'Reforma da cozinha de casa',
} satisfies Partial<Proposing>;

export const CAR = {
  hasCollateral: true,
  collateralType: 'carro',
  collateralRenavam: '86769597308',
  collateralPlaca: 'abc-1d23',
  collateralChassis: '9bwzzz377vt004251',
  collateralAnoFabricacao: '2022',
  collateralAnoModelo: 2023,
} satisfies Partial<Proposing>;

/** A bank on 23 November 2026, the date of the vectors' loan, with credit actions of Ana and an administrator. */
export async function openCreditBank(env: Record<string, string> = {}) {
  const scene = await openBankWithTwo(env);
  const { bank, ana, admin } = scene;
  bank.clock.set('2026-11-23T10:00:00-03:00');
  const propose = (changes: Partial<Proposing> = {}) =>
    ana.call.credit.proposals.create({ ...LOAN, ...changes });
  const sign = (proposalId: string) => signCredit(scene, proposalId);
  const lend = async (changes: Partial<Proposing> = {}, interestRate = '2.00') => {
    const { id } = await propose(changes);
    await admin.call.credit.proposals.approve({ id, interestRate });
    await sign(id);
    return id;
  };
  const balance = async () => (await ana.call.account.list({})).accounts[0]?.balance;
  const own = async (id: string) => {
    const { proposals } = await ana.call.credit.proposals.list({});
    return proposals.find((one) => one.id === id);
  };
  return { ...scene, propose, sign, contractOf: (id: string) => contractOf(scene, id), lend, balance, own };
}

export type CreditBank = Awaited<ReturnType<typeof openCreditBank>>;

export async function lastMail({ bank }: CreditBank, userId: string, kind: string) {
  const { outbox } = bank.db.tables;
  const [mail] = await bank.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.kind, kind), eq(outbox.recipient, `${userId}@correio.example`)))
    .orderBy(desc(outbox.id))
    .limit(1);
  return mail ?? null;
}

/** Oldest first. */
export async function audited({ bank }: CreditBank, entityId: string) {
  const { auditLog } = bank.db.tables;
  const rows = await bank.db.select().from(auditLog).where(eq(auditLog.entityId, entityId));
  return rows.toSorted((one, other) => one.seq - other.seq).map(({ action }) => action);
}

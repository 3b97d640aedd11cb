import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader, Tx } from '#db/db';
import type { RecipientKind } from '#domain/account/recipient';
import type { LimitRule, Uses } from '#domain/protection/limits';
import type { Fact } from '#server/decision/decision';
import { anyOf, anyTuple, idList, tupleList } from '#server/kernel/any-of';

/** The parts of a key before and after its first space. */
const pairOf = (key: string): [string, string] => {
  const end = key.indexOf(' ');
  return [key.slice(0, end), key.slice(end + 1)];
};

/** A customer's own choices and limits; null: all by default. */
export type ProtectionRow = {
  rulesSince: Date | null;
  confirmAboveCents: number | null;
  undoMinutes: number | null;
  frozenAt: Date | null;
  contactChangedAt: Date | null;
  rules: LimitRule[];
};

export const protectionOf = (userId: string): Fact<ProtectionRow> => ({
  source: readProtections,
  key: userId,
});

const NO_CHOICES = {
  rulesSince: null,
  confirmAboveCents: null,
  undoMinutes: null,
  frozenAt: null,
  contactChangedAt: null,
};

export async function readProtections(
  on: Reader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ProtectionRow>> {
  const asked = { userIds: idList(on, userIds) };
  const [choices, rules] = await Promise.all([choicesOf(on, asked), rulesOf(on, asked)]);
  const found = new Map<string, ProtectionRow>(
    choices.map(({ userId, ...chosen }) => [userId, { ...chosen, rules: [] }]),
  );
  for (const { userId, place: _place, ...rule } of rules) {
    const row = found.get(userId) ?? { ...NO_CHOICES, rules: [] };
    row.rules.push(rule);
    found.set(userId, row);
  }
  return found;
}

type Asked = { userIds: unknown };

const choicesOf = (on: Reader, asked: Asked) =>
  on
    .prepared('protection.choices', (reader, { protections }) =>
      reader
        .select(
          columnsOf(
            protections,
            'userId',
            'rulesSince',
            'confirmAboveCents',
            'undoMinutes',
            'frozenAt',
            'contactChangedAt',
          ),
        )
        .from(protections)
        .where(anyOf(reader, protections.userId, 'userIds')),
    )
    .execute(asked);

/**
 * Of each limit: the rule in effect, a raise that waits, and one more if the clock went back. Rules are kept for ever, and the sum of
 * all would slow every payment.
 */
const NEWEST_RULES = 3;

const rulesOf = (on: Reader, asked: Asked) =>
  on
    .prepared('protection.limitRules', (reader, { limitRules: rule, limitCancellations }) => {
      const place = sql<number>`row_number() over (
        partition by ${rule.userId}, ${rule.role}, ${rule.kind}, ${rule.window}
        order by ${rule.effectiveAt} desc, ${rule.id} desc)`;
      const ranked = reader
        .select({
          ...columnsOf(rule, 'id', 'userId', 'role', 'kind', 'window', 'amountCents', 'effectiveAt'),
          place: place.as('place'),
        })
        .from(rule)
        .leftJoin(limitCancellations, eq(limitCancellations.ruleId, rule.id))
        .where(and(anyOf(reader, rule.userId, 'userIds'), isNull(limitCancellations.ruleId)))
        .as('ranked');
      return reader.select().from(ranked).where(lte(ranked.place, NEWEST_RULES));
    })
    .execute(asked);

/** What a customer has paid in a period, by kind. */
export const usesIn = (userId: string, period: string): Fact<Uses> => ({
  source: readUses,
  key: `${userId} ${period}`,
});

export async function readUses(on: Reader, keys: readonly string[]): Promise<ReadonlyMap<string, Uses>> {
  const rows = await on
    .prepared('protection.uses', (reader, { limitUses }) =>
      reader
        .select()
        .from(limitUses)
        .where(anyTuple(reader, [limitUses.userId, limitUses.period], 'uses')),
    )
    .execute(tupleList(on, 'uses', keys.map(pairOf)));
  return new Map(
    rows.map((row) => [
      `${row.userId} ${row.period}`,
      {
        pix_person: row.pixPersonCents,
        pix_company: row.pixCompanyCents,
        transfer: row.transferCents,
        boleto: row.boletoCents,
        payments: row.payments,
      },
    ]),
  );
}

/** A payee that the customer has paid before. */
export type KnownPayee = {
  id: string;
  userId: string;
  kind: RecipientKind;
  target: string;
  name: string | null;
  document: string | null;
  trustedCents: number | null;
  trustedFrom: Date | null;
  firstPaidAt: Date | null;
  unaskedCents: number;
};

export const payeeOf = (userId: string, kind: RecipientKind, target: string): Fact<KnownPayee> => ({
  source: readPayees,
  key: `${userId} ${kind} ${target}`,
});

async function readPayees(tx: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, KnownPayee>> {
  const rows = await tx
    .prepared('protection.payees', (on, { recipients }) =>
      on
        .select(
          columnsOf(
            recipients,
            'id',
            'userId',
            'kind',
            'target',
            'name',
            'document',
            'trustedCents',
            'trustedFrom',
            'firstPaidAt',
            'unaskedCents',
          ),
        )
        .from(recipients)
        .where(anyTuple(on, [recipients.userId, recipients.kind, recipients.target], 'payees')),
    )
    .execute(
      tupleList(
        tx,
        'payees',
        keys.map((key) => {
          const [userId, payee] = pairOf(key);
          return [userId, ...pairOf(payee)];
        }),
      ),
    );
  return new Map(rows.map((payee) => [`${payee.userId} ${payee.kind} ${payee.target}`, payee]));
}

/**
 * The confirmation of the request with this key that is proven and not used; the newest if several were proven at once. A request
 * that was sent twice has others, which nobody will prove.
 */
export type ConfirmationRow = Tx['tables']['confirmations']['$inferSelect'];

export const confirmationOf = (userId: string, idempotencyKey: string): Fact<ConfirmationRow> => ({
  source: readConfirmations,
  key: `${userId} ${idempotencyKey}`,
});

async function readConfirmations(
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ConfirmationRow>> {
  const rows = await tx
    .prepared('protection.confirmations', (on, { confirmations }) =>
      on
        .select()
        .from(confirmations)
        .where(
          and(
            anyTuple(on, [confirmations.userId, confirmations.idempotencyKey], 'requests'),
            isNotNull(confirmations.provenAt),
            isNull(confirmations.usedAt),
          ),
        ),
    )
    .execute(tupleList(tx, 'requests', keys.map(pairOf)));
  // Sorted here: PostgreSQL would read the whole table in its order.
  rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  return new Map(rows.map((row) => [`${row.userId} ${row.idempotencyKey}`, row]));
}

import { and, asc, desc, eq } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Tx } from '#db/db';
import { formatBrl } from '#domain/money';
import { hasTwoFactor } from '#server/access/required-two-factor';
import { rulesHoldFor } from '#server/access/rules-hold';
import type { SessionContext } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { balancesOf } from '#server/ledger/statement';
import { momentText } from '#server/outbox/messages/access';
import { isInRegisteredDevice } from '../devices/is-registered.ts';
import { frozenSince } from '../freeze/frozen.ts';
import { isOpenAt } from '../one-time.ts';

/** What hinders closing the relation, for the screen to show; `closeAccount` checks again. */
export const closureObstacles = (ctx: SessionContext): Promise<string[]> =>
  ctx.db.transaction(async (tx) => obstaclesTo(tx, ctx, await ownAccounts(tx, ctx.user.id)));

export type OwnAccount = { id: string; accountNumber: string; accountType: string; isActive: boolean };

export function ownAccounts(tx: Tx, userId: string) {
  const { accounts } = tx.tables;
  return tx
    .select(columnsOf(accounts, 'id', 'accountNumber', 'accountType', 'isActive'))
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(asc(accounts.id));
}

/** Texts of everything that hinders the closure. `own`: the caller's accounts. */
export async function obstaclesTo(
  tx: Tx,
  ctx: SessionContext,
  own: readonly OwnAccount[],
): Promise<string[]> {
  const { user, clock, registry } = ctx;
  const found = [...(await openUndos(tx, user.id, clock.real())), ...(await moneyLeft(tx, own))];
  if (await frozenSince(tx, user.id))
    found.push('Sua conta está congelada: descongele-a em Segurança antes de encerrar.');
  for (const find of registry.closureObstacles) found.push(...(await find(tx, user.id)));
  if (await isByPasswordAlone(tx, ctx)) found.push(BY_PASSWORD_ALONE);
  return found;
}

const BY_PASSWORD_ALONE =
  'Este aparelho ainda não é registrado há um dia: encerre em um que seja, registre este em Segurança e volte amanhã, ou fale com o atendimento.';

/**
 * Nothing takes a closure back: whoever only knows the password needs a day in which the owner, who was told of the new device, freezes the
 * account. A second factor is asked for with the password.
 */
async function isByPasswordAlone(tx: Tx, { env, user, session, clock }: SessionContext): Promise<boolean> {
  const now = clock.real();
  if (isInRegisteredDevice(session, now) || (await hasTwoFactor(tx, user.id, now))) return false;
  return rulesHoldFor(tx, { env }, user.id);
}

/** A closure would delete the owner's open undo links. `real`: real time. */
async function openUndos(tx: Tx, userId: string, real: Date): Promise<string[]> {
  const { emailUndos, twoFactorUndos } = tx.tables;
  const found: string[] = [];
  for (const [table, what] of [
    [emailUndos, 'A troca do seu e-mail'],
    [twoFactorUndos, 'A ativação dos dois fatores'],
  ] as const) {
    const [open] = await tx
      .select({ until: table.expiresAt })
      .from(table)
      .where(and(eq(table.userId, userId), isOpenAt(table, real)))
      .orderBy(desc(table.expiresAt))
      .limit(1);
    if (open)
      found.push(`${what} ainda pode ser desfeita: espere até ${momentText(open.until)} para encerrar.`);
  }
  return found;
}

async function moneyLeft(tx: Tx, own: readonly OwnAccount[]): Promise<string[]> {
  const balances = await balancesOf(tx, idsOf(own));
  return own.flatMap(({ id, accountNumber, accountType }) => {
    const balanceCents = balances.get(id) ?? 0;
    // Reserved money has an obstacle of its own.
    if (balanceCents === 0 || accountType === 'held') return [];
    // The external account's number is internal.
    if (accountType === 'external')
      return [
        `Sua conta PIX tem ${formatBrl(balanceCents)}: mova o saldo para a conta corrente antes de encerrar.`,
      ];
    const wayOut = accountType === 'investment' ? 'resgate o que está investido' : 'transfira o saldo';
    return [`A conta ${accountNumber} tem ${formatBrl(balanceCents)}: ${wayOut} antes de encerrar.`];
  });
}

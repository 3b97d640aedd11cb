/** @module-tag prove */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { isRunOnThisEngine } from '#db/testing/test-db';
import type { AttemptKind } from '#domain/limits';
import { TOKENS_IN_LIMITS } from '#domain/tokens-in-limits';
import { declaredProcedures } from '#server/access/trpc';
import { appRouter } from '#server/router';
import { caller } from '#server/testing/http-caller';
import { token } from '#server/testing/matrix-access';
import { MATRIX_INPUTS } from '#server/testing/matrix-inputs';
import { matrixScene } from '#server/testing/matrix-scene';
import { waysOf } from '#server/testing/ways';
import { whoMay } from '#server/testing/who-may';

/** Ends the token that calls it, so it comes last. */
const LAST = 'auth.freeze';

/** Counted after what the inputs of the matrix reach: other tests hold them. */
const NOT_REACHED: Partial<Record<AttemptKind, string>> = {
  charge: 'src-server/payments/tokens-own-counts.test.ts',
  chargeDay: 'src-server/payments/tokens-own-counts.test.ts',
  chargeCheck: 'src-server/payments/tokens-own-counts.test.ts',
  pdfLines: 'src-server/payments/tokens-own-counts.test.ts',
  reservation: 'src-server/payments/waiting/tokens-reservations.test.ts',
  refusedPayment: 'src-server/payments/waiting/tokens-reservations.test.ts',
  lookupMiss: 'src-server/payments/payee.test.ts',
  unnamedPayee: 'src-server/payments/payee.test.ts',
  giveBack: 'src-server/payments/returns/give-back.test.ts',
};

const howOf = (kind: string): string | undefined =>
  Object.entries(TOKENS_IN_LIMITS).find(([name]) => name === kind)?.[1];

test.runIf(isRunOnThisEngine())(
  'what a token calls counts with its owner only where the table of limits says so, and what it says is apart is',
  async () => {
    const { bank, things, headers } = await matrixScene();
    const { attempts, users } = bank.db.tables;
    const [admin] = await bank.db.select({ id: users.id }).from(users).where(eq(users.role, 'admin'));
    const owners = [things.own.userId, admin?.id ?? ''];
    const tokens = [headers.moneyToken, (await token(bank, owners[1] ?? '', true)).headers];
    await bank.db.transaction(async (tx) => {
      await tx.delete(tx.tables.attempts);
    });

    const call = caller(bank);
    const open = declaredProcedures(appRouter).filter(({ path }) => whoMay(path).token !== 'none');
    const isLast = ({ path }: { path: string }) => path === LAST;
    for (const procedure of [...open.filter((one) => !isLast(one)), ...open.filter(isLast)]) {
      const input = MATRIX_INPUTS[procedure.path]?.input(things.own) ?? {};
      for (const sent of tokens) await waysOf(procedure).at(-1)?.send(call, sent, input);
    }

    const counted = (await bank.db.select().from(attempts)).map(({ bucket }) => {
      const [kind = '', ...who] = bucket.split(':');
      return { kind, who: who.join(':') };
    });
    // Letters to one receiver, whoever causes them, and their turns in the queue.
    const theirs = counted.filter(
      ({ kind, who }) => !['mails', 'turns'].includes(kind) && owners.some((id) => who.includes(id)),
    );
    for (const { kind, who } of theirs) {
      const expected = owners.map((id) => (howOf(kind) === 'apart' ? `${id}/tokens` : id));
      expect(expected, kind).toContain(who);
      expect(['apart', 'together', 'alone'], `${kind}: a token reaches it`).toContain(howOf(kind));
    }
    const apart = Object.keys(TOKENS_IN_LIMITS).filter((kind) => howOf(kind) === 'apart');
    const reached = new Set(theirs.map(({ kind }) => kind));
    expect(apart.filter((kind) => !reached.has(kind)).sort()).toEqual(Object.keys(NOT_REACHED).sort());
  },
);

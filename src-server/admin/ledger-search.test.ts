/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { formatCpf, listedDocument } from '#domain/tax-id';
import { plainText } from '#domain/text';
import { send } from '#server/ledger/testing/bank';
import { indexNext } from '#server/ledger/text-index';
import { test as bankTest } from '#server/testing/bank-test';
import { openBankWithTwo } from '#server/testing/people';
import type { LedgerPlace } from './ledger-place.ts';
import { type LedgerRow, ledgerParts, ledgerRows, ledgerSums } from './ledger-rows.ts';
import { SEARCH_SIZES } from './searched-accounts.ts';

const TEXTS = [
  'Aluguel de março',
  'ÁGUA e luz',
  'Açúcar 50% "fino"',
  'Mesada_1',
  'ab',
  'Pagamento 7',
  '😀 festa',
];

/** Ana and Bruno send each other a centavo 120 times, several at the same moment. */
async function scene() {
  const { bank, ana, bruno } = await openBankWithTwo();
  for (let n = 0; n < 120; n += 1) {
    const createdAt = new Date(Date.parse('2026-03-01T12:00:00.000Z') + Math.floor(n / 3) * 3_600_000);
    const [from, to] = n % 2 === 0 ? [ana, bruno] : [bruno, ana];
    const description = `${TEXTS[n % TEXTS.length]}${n % 5 === 0 ? ` ${n}` : ''}`;
    await send(bank.db, from.accountId, to.accountId, 1, { createdAt, description });
  }
  return { bank, ana, bruno };
}

const test = bankTest.extend('scene', () => scene());

type Scene = Awaited<ReturnType<typeof scene>>;

async function rowsOf(
  { bank }: Scene,
  filters: object,
  start: { place: LedgerPlace | null; isAscending: boolean } = { place: null, isAscending: false },
  sizes = SEARCH_SIZES,
): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  const wanted = { q: undefined, side: 'all' as const, ...filters };
  const parts = ledgerParts(bank.db, wanted, start, sizes);
  for await (const some of ledgerRows(bank.db, wanted, start, parts)) rows.push(...some);
  return rows;
}

const keyOf = ({ transactionId, accountId }: LedgerRow) => `${transactionId} ${accountId}`;

/** Short steps, so that a few transactions take many. */
const SMALL = {
  mostAccounts: 1,
  mostEntries: 50,
  entriesPerQuery: 7,
  firstStep: 3,
  longestStep: { text: 11, account: 4 },
  atOnce: 3,
};

const SEARCHES = [
  'agua',
  'AÇUCAR 50%',
  '"fino"',
  'mesada_',
  'ab',
  'a',
  'pagamento 7',
  '😀 f',
  'bruno',
  'nada disso',
  '%%%',
];

describe('searching the ledger', () => {
  test('a search finds the same entries in the same order, whether none, some or all transactions are in the text index', async ({
    scene,
  }) => {
    const { bank } = scene;
    const all = await rowsOf(scene, {});
    expect(all.length).toBeGreaterThan(240);
    const expected = (q: string) =>
      all.filter(({ description, holderName }) =>
        [description, holderName ?? ''].some((text) => plainText(text).includes(plainText(q))),
      );
    for (const atMost of [0, 50, 1_000]) {
      if (bank.db.engine === 'sqlite' && atMost > 0) await bank.db.transaction((tx) => indexNext(tx, atMost));
      for (const q of SEARCHES)
        for (const sizes of [SEARCH_SIZES, SMALL]) {
          const found = await rowsOf(scene, { q }, undefined, sizes);
          expect(found.map(keyOf), `${q}, ${atMost} indexed`).toEqual(expected(q).map(keyOf));
        }
    }
  });

  test('a search goes on after any entry, in both directions, and within days', async ({ scene }) => {
    if (scene.bank.db.engine === 'sqlite') await scene.bank.db.transaction((tx) => indexNext(tx, 60));
    for (const isAscending of [false, true]) {
      const whole = await rowsOf(scene, { q: 'al' }, { place: null, isAscending }, SMALL);
      for (const at of [0, 1, 7, whole.length - 2]) {
        const { createdAt, transactionId: id, accountId } = whole[at] as LedgerRow;
        const rest = await rowsOf(
          scene,
          { q: 'al' },
          { place: { createdAt, id, accountId }, isAscending },
          SMALL,
        );
        expect(rest.map(keyOf)).toEqual(whole.slice(at + 1).map(keyOf));
      }
    }
    const days = { from: '2026-03-02', to: '2026-03-02' };
    const inDays = (await rowsOf(scene, days)).filter(({ description }) => description.startsWith('Mesada'));
    expect(inDays.length).toBeGreaterThan(0);
    expect((await rowsOf(scene, { q: 'mesada', ...days }, undefined, SMALL)).map(keyOf)).toEqual(
      inDays.map(keyOf),
    );
  });

  test('a search finds an account by its number with or without the dash, and by its holder’s CPF, whole or as lists show it', async ({
    scene,
  }) => {
    const { bank, ana } = scene;
    const { users } = bank.db.tables;
    const cpf = (await bank.db.select().from(users)).find(({ id }) => id === ana.user.id)?.cpf ?? '';
    const own = (await rowsOf(scene, {})).filter(({ accountId }) => accountId === ana.accountId);
    const ways = [
      ana.accountNumber,
      ana.accountNumber.replace('-', ''),
      ana.accountNumber.replace('-', ' '),
      cpf,
      formatCpf(cpf),
      listedDocument(cpf),
    ];
    for (const q of ways) expect((await rowsOf(scene, { q })).map(keyOf), q).toEqual(own.map(keyOf));
    // Fewer digits must not list customers.
    for (const q of [cpf.slice(0, 9), `***.${cpf.slice(3, 6)}`])
      expect(
        (await rowsOf(scene, { q })).filter(({ holderId }) => holderId === ana.user.id),
        q,
      ).toEqual([]);
  });

  test('a search finds a transaction by its id, and the bank’s own accounts by their names', async ({
    scene,
  }) => {
    const all = await rowsOf(scene, {});
    const id = all[5]?.transactionId ?? '';
    expect((await rowsOf(scene, { q: id })).map(keyOf)).toEqual(
      all.filter(({ transactionId }) => transactionId === id).map(keyOf),
    );
    const adjustments = await rowsOf(scene, { q: 'ajustes' });
    expect(adjustments.length).toBeGreaterThan(0);
    expect(new Set(adjustments.map(({ bankAccount }) => bankAccount))).toEqual(new Set(['adjustments']));
  });

  test('a search adds up what it finds, and nothing where it finds too many transactions', async ({
    scene: { bank },
  }) => {
    const sumsOf = (q: string | undefined, most?: number) => {
      const filters = { q, side: 'all' as const };
      return ledgerSums(bank.db, filters, ledgerParts(bank.db, filters), most);
    };
    const found = Math.ceil(120 / TEXTS.length) - 1;
    expect(await sumsOf('mesada', found)).toEqual({ debitCents: found, creditCents: found });
    expect(await sumsOf('mesada', found - 1)).toBeNull();
    expect(await sumsOf(undefined, 1)).not.toBeNull();
  });

  test('each step of a search is a part, also one that finds nothing, which is not read', async ({
    scene: { bank },
  }) => {
    const filters = { q: 'ninguém', side: 'all' as const };
    const sizes = { ...SEARCH_SIZES, firstStep: 10, longestStep: { text: 10, account: 10 } };
    let parts = 0;
    for await (const { found } of ledgerParts(bank.db, filters, undefined, sizes)) {
      expect(found).toBe(0);
      parts += 1;
    }
    expect(parts).toBeGreaterThan(bank.db.engine === 'sqlite' ? 10 : 0);
  });

  test('a search reads indexed transactions through the text index alone', async ({ scene: { bank } }) => {
    const call = (q: string) => rowsOf({ bank } as Scene, { q });
    const raw = await openRaw(engineOf(bank.db).url);
    try {
      if (bank.db.engine === 'postgres') {
        await raw.run('SET enable_seqscan = off');
        const plan = await raw.run(
          `EXPLAIN SELECT id FROM transactions WHERE translate(lower(description), 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn') collate "C" like '%aluguel%'`,
        );
        const hasTrigrams =
          (await raw.run("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")).length > 0;
        expect(JSON.stringify(plan).includes('ledger_text')).toBe(hasTrigrams);
        return;
      }
      await bank.db.transaction((tx) => indexNext(tx));
      expect((await call('aluguel')).length).toBeGreaterThan(0);
      await raw.run("INSERT INTO ledger_text (ledger_text) VALUES ('delete-all')");
      expect(await call('aluguel')).toEqual([]);
    } finally {
      await raw.close();
    }
  });
});

/** @module-tag scaled */
import { expect, it } from 'vitest';
import { proofScale } from '#db/testing/proof-scale';
import { openBankWithTwo } from '#server/testing/people';
import { type Asked, csvOf, listed, ofxOf } from './testing/exported.ts';
import { fill } from './testing/fill.ts';

const PATIENCE_MS = 180_000;

it(
  'a statement file of many entries agrees with the ledger to the cent, as CSV and OFX, while new ones arrive',
  async () => {
    const setup = await openBankWithTwo();
    const { bank, ana, bruno } = setup;
    const count = proofScale(10_000);
    await fill(setup, count);
    const { entries } = bank.db.tables;
    const rows = await bank.db.select().from(entries);
    const own = rows.filter((row) => row.accountId === ana.accountId);
    expect(own).toHaveLength(count + 1);
    const expected = own
      .sort((one, other) => other.seq - one.seq)
      .map((row): [string, number, number] => [row.transactionId, row.amountCents, row.balanceAfterCents]);

    const reading = csvOf(setup);
    await bruno.call.account.transfer({
      accountNumber: ana.accountNumber,
      amount: '0.01',
      description: 'Agora',
    });
    const read = (await reading).map(asRow);
    expect(read.slice(-expected.length)).toEqual(expected);
    expect(read.length - expected.length).toBeLessThanOrEqual(1);

    const filtered = expected.slice(0, -1);
    const cases: [Omit<Asked, 'format'>, typeof expected][] = [
      [{ type: 'transfer', q: 'MOVIMENTO', from: bank.clock.today() }, filtered],
      [{ type: 'transfer', q: 'movimento', direction: 'out' }, filtered.filter(([, amount]) => amount < 0)],
    ];
    for (const [filters, matching] of cases) {
      expect((await csvOf(setup, filters)).map(asRow)).toEqual(matching);
      const [statement] = await ofxOf(setup, filters);
      const transfers = listed(statement?.BANKTRANLIST.STMTTRN);
      expect(transfers.map((one) => [one.FITID, cents(one.TRNAMT)])).toEqual(
        matching.map(([id, amount]) => [id, amount]),
      );
      const { balance } = (await ana.call.account.list()).accounts[0] ?? {};
      expect(statement?.LEDGERBAL.BALAMT).toBe(balance);
    }
  },
  PATIENCE_MS,
);

const asRow = (cells: string[]) => [cells[9], cents(cells[7]), cents(cells[8])];

const cents = (text: string | undefined): number => Number((text ?? '').replace(/[.,]/, ''));

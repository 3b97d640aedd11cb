import { parse as parseCsv } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { PDFDict, PDFDocument, PDFStream } from 'pdf-lib';
import { afterEach, describe, expect } from 'vitest';
import { csvOf, listed, ofxOf } from '#server/account/testing/exported';
import type { FileAnswer } from '#server/kernel/file-answer';
import { bankFor, pass } from '#server/outbox/testing/mail-scene';
import { type MailServer, startMailServer } from '#server/outbox/testing/mail-server';
import { test as bankTest } from '#server/testing/bank-test';
import { makeAdmin, makeAna, makeBruno, makeCustomer } from '#server/testing/people';

/** Names that forms reject, inserted directly: output must be safe by itself. */
const HOSTILE = [
  '=HYPERLINK("https://evil.example";"Clique")',
  '+55 11 98745-2031',
  "-2+3+cmd|' /C calc'!A0",
  '@SUM(1+1)',
  '\t=1+1',
  '\r\n=1+1',
  '＝1+1',
  "'=1+1",
  'Ana"; DROP TABLE users; --',
  'Ana;1;2;"3',
  'Ana\r\nBcc: espia@evil.example\r\nX-Forged: 1\r\n\r\n<b>oi</b>',
  'Ana\nATTENDEE:mailto:espia@evil.example\nBEGIN:VEVENT',
  '</NAME><STMTTRN><TRNAMT>9999.00</STMTTRN>',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '&lt;b&gt;&amp;<!--',
  ') Tj /JS (app.alert(1)) /OpenAction << /S /JavaScript >>',
  'Ana\u202eexe.fdp\u2066\u200f',
  'Ana\u2028\u2029\u0085Moreira',
  '\u0338<\u0338>≮≯',
  '%0d%0aSet-Cookie: a=b',
];
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]/u;

let servers: MailServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map((one) => one.stop()));
  servers = [];
});

/** Ana received 150.00 from everybody, each with their name as description, after one plain transfer. */
const test = bankTest.extend('scene', async () => {
  const mail = await startMailServer();
  servers.push(mail);
  const bank = await bankFor(mail.url);
  const admin = await makeAdmin(bank);
  const ana = await makeAna(bank, admin);
  const bruno = await makeBruno(bank);
  const senders = [bruno];
  for (const [index, fullName] of HOSTILE.entries())
    senders.push(await makeCustomer(bank, { fullName, cpf: String(10_000_000_000 + index) }));
  const transfers: string[] = [];
  for (const [index, { accountId, call }] of senders.entries()) {
    await admin.call.admin.accounts.adjust({ id: accountId, amount: '150.00', reason: 'Depósito inicial' });
    const description = index === 0 ? 'Aluguel' : (HOSTILE[index - 1] ?? '');
    const { accountNumber } = ana;
    transfers.push((await call.account.transfer({ accountNumber, amount: '150.00', description })).id);
  }
  return { bank, ana, bruno, admin, mail, transfers };
});

async function bytesOf({ bytes }: FileAnswer): Promise<Buffer> {
  if (bytes instanceof Uint8Array) return Buffer.from(bytes);
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('people with hostile names', () => {
  test('a hostile name becomes no formula, cell or row in the tables of customers and administrators', async ({
    scene,
  }) => {
    const incoming = await csvOf(scene, { direction: 'in' });
    const names = incoming.map((cells) => cells[5]?.replace(/^'/, '').replace(/^(\s+)'/, '$1'));
    for (const name of HOSTILE) expect(names).toContain(name);
    const read = async (answer: FileAnswer) =>
      parseCsv(await bytesOf(answer), { delimiter: ';', bom: true, from: 2 });
    const { admin } = scene.admin.call;
    const ledger = await read(await admin.ledger.export({ type: 'transfer' }));
    const tables = [incoming, ledger, await read(await admin.audit.export({}))];
    expect(ledger).toHaveLength(2 * (HOSTILE.length + 1));
    for (const rows of tables) {
      const [first] = rows;
      // Numbers: a sign, digits, a comma.
      for (const cells of rows) {
        expect(cells).toHaveLength(first?.length ?? 0);
        for (const cell of cells) if (!/^-?\d+,\d\d$/.test(cell)) expect(cell).not.toMatch(FORMULA);
      }
    }
  });

  test('a hostile name becomes no tag of an OFX file', async ({ scene }) => {
    const [statement] = await ofxOf(scene, { direction: 'in', accountId: scene.ana.accountId });
    const found = listed(statement?.BANKTRANLIST.STMTTRN);
    expect(found.filter(({ TRNAMT }) => TRNAMT === '150.00')).toHaveLength(HOSTILE.length + 1);
    for (const one of found)
      expect(Object.keys(one)).toEqual(['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'NAME', 'MEMO']);
  });

  test('a hostile name changes only the words of a PDF receipt and statement', { tags: ['prove'] }, async ({
    scene,
  }) => {
    const { ana, transfers } = scene;
    const receipts: Awaited<ReturnType<typeof partsOf>>[] = [];
    for (const id of transfers)
      receipts.push(await partsOf(await bytesOf(await ana.call.account.receipt({ id }))));
    const [plain, ...hostile] = receipts;
    for (const [index, parts] of hostile.entries()) expect(parts, HOSTILE[index]).toEqual(plain);
    const paper = await bytesOf(await ana.call.account.exportLedger({ format: 'pdf' }));
    for (const part of await partsOf(paper)) expect(part).not.toMatch(ACTIVE);
  });

  test('a hostile name adds no header, recipient or markup to an e-mail', async ({
    scene: { bank, mail, ana },
  }) => {
    while ((await pass(bank)) !== 'done');
    const letters = mail.received.filter(({ mail: { subject } }) => subject?.includes('150,00'));
    const toAna = letters.filter(({ to }) => to.includes(`${ana.user.id}@correio.example`));
    expect(toAna.length).toBeGreaterThan(HOSTILE.length);
    const keys = (one: (typeof letters)[number]) => one.mail.headers.map(({ key }) => key).toSorted();
    const [first] = toAna;
    for (const one of mail.received) {
      expect(one.to).toHaveLength(1);
      expect(one.mail.to).toHaveLength(1);
      expect(first && keys(one)).toEqual(first && keys(first));
      expect(one.mail.html).not.toMatch(/<(script|img|b)\b|<!--/i);
    }
  });
});

describe('a product with a hostile name', () => {
  test('a hostile product name becomes no line and no event of a calendar', async ({
    scene: { bank, ana, admin },
  }) => {
    await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '100.00', reason: 'Depósito' });
    for (const name of HOSTILE) {
      const product = await admin.call.investment.products.create({
        name: 'CDB Vale 90',
        description: 'Renda fixa',
        minAmount: '1.00',
        annualRate: '12.00',
        termDays: 90,
      });
      await bank.db.transaction(async (tx) => {
        const { investmentProducts: products } = tx.tables;
        await tx.update(products).set({ name }).where(eq(products.id, product.id));
      });
      await ana.call.investment.create({ productId: product.id, amount: '1.00' });
    }
    const text = (await bytesOf(await ana.call.account.calendar())).toString();
    // Long lines are folded (RFC 5545, 3.1).
    const lines = text.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(HOSTILE.length);
    for (const line of lines.filter(Boolean)) {
      expect(line).toMatch(/^[A-Z-]+(;[^:\r\n]*)?:[^\r\n]*$/);
      expect(line).not.toMatch(/^(ATTENDEE|ORGANIZER|ATTACH)/);
    }
  });
});

/** PDF entries that act on opening. */
const ACTIVE = /\/(JS|JavaScript|OpenAction|AA|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm)\b/;

/** Entry names of a PDF, without texts and fonts. */
async function partsOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const parts = pdf.context.enumerateIndirectObjects().flatMap(([, found]) => {
    const dict = found instanceof PDFStream ? found.dict : found instanceof PDFDict ? found : null;
    return dict ? [dict.keys().map(String).toSorted().join(' ')] : [];
  });
  return [...new Set(parts)].toSorted();
}

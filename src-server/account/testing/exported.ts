import { parse as parseCsv } from 'csv-parse/sync';
import { parseSync } from 'ofx-js';
import type { ExportInput } from '#domain/account/statement';
import type { openBankWithTwo } from '#server/testing/people';

export type Two = Awaited<ReturnType<typeof openBankWithTwo>>;
export type Asked = Omit<ExportInput, 'q'> & { q?: string };

async function textOf({ ana }: Two, input: Asked): Promise<string> {
  const { bytes } = await ana.call.account.exportLedger(input);
  const pieces: Uint8Array[] = [];
  if (bytes instanceof Uint8Array) pieces.push(bytes);
  else for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString(input.format === 'csv' ? 'utf8' : 'latin1');
}

export const csvOf = async (setup: Two, filters: Omit<Asked, 'format'> = {}) =>
  parseCsv(await textOf(setup, { ...filters, format: 'csv' }), { delimiter: ';', bom: true, from: 2 });

export const listed = <Item>(found: Item | Item[] | undefined): Item[] =>
  found === undefined ? [] : Array.isArray(found) ? found : [found];

type Statement = {
  BANKACCTFROM: Record<string, string>;
  BANKTRANLIST: { DTSTART: string; DTEND: string; STMTTRN?: Record<string, string>[] };
  LEDGERBAL: Record<string, string>;
};

export const ofxOf = async (setup: Two, filters: Omit<Asked, 'format'> = {}) => {
  const { OFX } = parseSync(await textOf(setup, { ...filters, format: 'ofx' }));
  return listed(OFX.BANKMSGSRSV1.STMTTRNRS).map((one): Statement => one.STMTRS);
};

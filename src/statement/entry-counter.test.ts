import { expect, test } from 'vitest';
import { csvHead, csvRows } from '#domain/account/csv';
import { ofxHead, ofxTail, ofxTransactions } from '#domain/account/ofx';
import { entryCounter } from './entry-counter.ts';

const LINES = ['Pão', 'Café', '日本'].map((description, index) => ({
  transactionId: `0193a1b2-0000-7000-8000-00000000000${index}`,
  type: 'transfer' as const,
  description,
  amountCents: -100,
  balanceAfterCents: 100,
  createdAt: new Date('2026-03-11T02:59:59Z'),
  counterparty: null,
  accountNumber: '1234-5674',
}));

test.each([
  ['three entries of a CSV', 'csv', csvHead() + csvRows(LINES), 3],
  ['no entries of an empty CSV', 'csv', csvHead(), 0],
  [
    'three entries of an OFX',
    'ofx',
    ofxHead('ValeBank', new Date('2026-03-11T02:59:59Z')) + ofxTransactions(LINES) + ofxTail(),
    3,
  ],
  ['no entries of a PDF', 'pdf', '%PDF-', 0],
] as const)('the entry counter counts %s wherever the file is cut', (_case, format, text, entries) => {
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 7, bytes.length]) {
    const count = entryCounter(format);
    let seen = 0;
    for (let from = 0; from < bytes.length; from += size) seen = count(bytes.subarray(from, from + size));
    expect(seen).toBe(entries);
  }
});

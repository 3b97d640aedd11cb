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
  ['csv', csvHead() + csvRows(LINES), 3],
  ['csv', csvHead(), 0],
  ['ofx', ofxHead('ValeBank', new Date('2026-03-11T02:59:59Z')) + ofxTransactions(LINES) + ofxTail(), 3],
  ['pdf', '%PDF-', 0],
] as const)('entries of a %s are counted, wherever it is cut', (format, text, entries) => {
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 7, bytes.length]) {
    const count = entryCounter(format);
    let seen = 0;
    for (let from = 0; from < bytes.length; from += size) seen = count(bytes.subarray(from, from + size));
    expect(seen).toBe(entries);
  }
});

import { setTimeout as sleep } from 'node:timers/promises';
import { like } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { alone } from '#server/access/caller-share';
import { limitedFor } from '#server/account/receipt';
import { inTurn } from '#server/kernel/in-turn';
import { toAnswer } from '#server/kernel/to-answer';
import { test } from '#server/testing/bank-test';
import { REQUEST } from '#server/testing/matrix-access';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { onePdfAtATime } from './one-pdf.ts';

const from = (ip: string, id: string) => ({
  user: { id, fullName: 'x', role: 'cliente' as const },
  request: { ip },
});

/** A PDF that is made until `end` is called. */
function heldPdf(ip: string, id: string) {
  let end = () => {};
  const ended = new Promise<void>((done) => {
    end = done;
  });
  return { made: onePdfAtATime(from(ip, id), undefined, () => ended), end };
}

const isMadeSoon = (made: Promise<unknown>): Promise<boolean> =>
  Promise.race([made.then(() => true), sleep(300, false)]);

describe('PDFs of many customers of one network', () => {
  test('PDFs of many customers of one network are made one after another, each after a rest, and others’ in between', async () => {
    const workMs = 20;
    const times: { id: string; beganAtMs: number; endedAtMs: number }[] = [];
    const make = (ip: string, id: string) =>
      onePdfAtATime(from(ip, id), undefined, async () => {
        const beganAtMs = performance.now();
        while (performance.now() < beganAtMs + workMs);
        await sleep(1);
        times.push({ id, beganAtMs, endedAtMs: performance.now() });
      });
    const own = ['aa00', 'aa01', 'aaff'].map((part) => make(`2001:db8:1:${part}::1`, part));
    await Promise.all([...own, make('2001:db8:1:bb00::1', 'stranger')]);
    expect(times.map(({ id }) => id)).toEqual(['aa00', 'stranger', 'aa01', 'aaff']);
    const [first, , second, third] = times;
    for (const [one, next] of [
      [first, second],
      [second, third],
    ] as const)
      expect((next?.beganAtMs ?? 0) - (one?.endedAtMs ?? 0)).toBeGreaterThan(workMs * 2.5);
  });

  test('a receipt is refused before it waits while many PDFs of its network wait', async ({
    setup: { bank },
  }) => {
    const ip = '203.0.113.50';
    const held = ['a', 'b', 'c', 'd'].map((id) => heldPdf(ip, id));
    const ended = inTurn('receipts of neighbour', () => sleep(600));
    const refused = limitedFor(
      { ...bank, request: { ...REQUEST, ip } },
      alone('neighbour'),
    )(async () => 'made');
    expect(await Promise.race([codeOf(refused), sleep(500, 'waits')])).toBe('BUSY');
    for (const { end } of held) end();
    await Promise.all([ended, ...held.map(({ made }) => made)]);
  });

  test('receipts of two customers of one network hold no more places than its PDFs', async ({
    setup: { bank },
  }) => {
    let end = () => {};
    const ended = new Promise<void>((done) => {
      end = done;
    });
    const receiptOf = (who: string) =>
      limitedFor({ ...bank, request: { ...REQUEST, ip: '203.0.113.51' } }, alone(who))(() => ended);
    const asked = ['neighbour', 'other'].flatMap((who) => Array.from({ length: 3 }, () => receiptOf(who)));
    const refused = await Promise.all(asked.map((one) => Promise.race([one.catch(toAnswer), sleep(500)])));
    expect(refused.filter((answer) => answer?.body.code === 'BUSY')).toHaveLength(2);
    end();
    await Promise.allSettled(asked);
  });

  test('files of every kind wait for a PDF of their network, those of another network do not', async ({
    setup: { bank, ana, bruno },
  }) => {
    const { id } = await ana.call.account.transfer({
      accountNumber: bruno.accountNumber,
      amount: '1.00',
      description: 'Café',
    });
    const { made, end } = heldPdf(REQUEST.ip, 'neighbour');
    const far = callerOf(bank, ana.user, { request: { ...REQUEST, ip: '198.51.100.1' } });
    expect((await far.account.monthReviewPdf({})).contentType).toBe('application/pdf');
    const review = ana.call.account.monthReviewPdf({});
    expect(await isMadeSoon(review)).toBe(false);
    const receipt = ana.call.account.receipt({ id });
    expect(await isMadeSoon(receipt)).toBe(false);
    end();
    await made;
    for (const file of await Promise.all([review, receipt])) expect(file.contentType).toBe('application/pdf');
  });

  test('a fifth PDF of a network is refused, and another file is not', async ({ setup: { bank, bruno } }) => {
    const request = { ...REQUEST, ip: '192.0.2.8' };
    const held = ['1', '2', '3', '4'].map((id) => heldPdf(request.ip, id));
    const { account } = callerOf(bank, bruno.user, { request });
    expect(await codeOf(account.exportLedger({ format: 'pdf' }))).toBe('BUSY');
    expect((await account.exportLedger({ format: 'csv' })).contentType).toContain('text/csv');
    for (const { end } of held) end();
    await Promise.all(held.map(({ made }) => made));
    expect((await account.exportLedger({ format: 'pdf' })).contentType).toBe('application/pdf');
  });

  test('a receipt that is refused as the fifth PDF of a network is not counted', async ({
    setup: { bank, ana, bruno },
  }) => {
    const payment = { accountNumber: bruno.accountNumber, amount: '1.00', description: 'Café' };
    const { id } = await ana.call.account.transfer(payment);
    const held = ['1', '2', '3', '4'].map((person) => heldPdf(REQUEST.ip, person));
    const { attempts } = bank.db.tables;
    const counted = () => bank.db.$count(attempts, like(attempts.bucket, 'receipt%'));
    expect(await codeOf(ana.call.account.receipt({ id }))).toBe('BUSY');
    expect(await counted()).toBe(0);
    for (const { end } of held) end();
    await Promise.all(held.map(({ made }) => made));
    await ana.call.account.receipt({ id });
    // By the minute, and by the day for its session and for all of its customer's.
    expect(await counted()).toBe(3);
  });

  test('a PDF that somebody with a copied cookie asked for in another network does not keep the owner from one', async () => {
    const elsewhere = heldPdf('198.51.100.60', 'owner');
    const atHome = heldPdf('203.0.113.60', 'owner');
    const again = onePdfAtATime(from('203.0.113.60', 'owner'), undefined, async () => 'made');
    expect(await refusalOf(again)).toMatchObject({ code: 'BUSY' });
    atHome.end();
    await atHome.made;
    elsewhere.end();
    await elsewhere.made;
  });

  test('a caller who hung up while the PDF waited gets none', async () => {
    const { made, end } = heldPdf('192.0.2.9', 'neighbour');
    const gone = new AbortController();
    let isBegun = false;
    const waiting = onePdfAtATime(from('192.0.2.9', 'gone'), gone.signal, async () => {
      isBegun = true;
    });
    gone.abort();
    end();
    await made;
    expect(await codeOf(waiting)).toBe('BUSY');
    expect(isBegun).toBe(false);
  });
});

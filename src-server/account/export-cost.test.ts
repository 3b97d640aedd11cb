/** @module-tag prove */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, like } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { onePdfAtATime, onePdfOfUser } from '#server/document/one-pdf';
import { statementPdf } from '#server/document/statement-pdf';
import { createApp } from '#server/http/app';
import { test } from '#server/testing/bank-test';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { REQUEST } from '#server/testing/matrix-access';
import { callerOf } from '#server/testing/people';
import { refusalOf } from '#server/testing/refusal-of';
import type { Two } from './testing/exported.ts';
import { fill } from './testing/fill.ts';

const from = (ip: string, id: string) => ({
  user: { id, fullName: 'x', role: 'cliente' as const },
  request: { ip },
});

describe('limits on the making of PDFs', () => {
  const pdf = ({ ana }: Pick<Two, 'ana'>) => ana.call.account.exportLedger({ format: 'pdf' });
  const linesOf = async ({ bank, ana }: Two) => {
    const { attempts } = bank.db.tables;
    const [row] = await bank.db
      .select({ count: attempts.count })
      .from(attempts)
      .where(eq(attempts.bucket, `pdfLines:${ana.user.id}`));
    return row?.count ?? 0;
  };

  test('one PDF is made at a time for each customer, and the next one afterwards', async ({ setup }) => {
    const { ana, bruno } = setup;
    let goOn = () => {};
    const held = onePdfOfUser(
      from(REQUEST.ip, ana.user.id),
      () => new Promise<void>((done) => (goOn = done)),
    );
    const busy = { status: 503, code: 'BUSY', retryAfterSeconds: 3 };
    expect(await refusalOf(pdf(setup))).toMatchObject(busy);
    expect(await refusalOf(ana.call.account.monthReviewPdf({}))).toMatchObject(busy);
    expect(await refusalOf(ana.call.auth.exportDataPdf())).toMatchObject(busy);
    expect((await pdf({ ana: bruno })).contentType).toBe('application/pdf');
    goOn();
    await held;
    expect((await pdf(setup)).contentType).toBe('application/pdf');
    expect((await ana.call.account.monthReviewPdf({})).contentType).toBe('application/pdf');
    expect((await ana.call.auth.exportDataPdf()).contentType).toBe('application/pdf');
  });

  test('PDF lines are counted, and refused after 5,000 in a minute', async ({ setup }) => {
    const { bank, ana } = setup;
    await fill(setup, 40);
    await pdf(setup);
    expect(await linesOf(setup)).toBe(41);
    // As if 4,958 more lines had been counted.
    await countAttempt(bank, 'pdfLines', ana.user.id, ATTEMPT_LIMITS.pdfLines.max - 42);
    await pdf(setup);
    expect(await linesOf(setup)).toBe(ATTEMPT_LIMITS.pdfLines.max + 40);
    expect(await refusalOf(pdf(setup))).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
    expect((await ana.call.account.exportLedger({ format: 'csv' })).contentType).toContain('text/csv');
    bank.clock.passSeconds(61);
    await pdf(setup);
    expect(await linesOf(setup)).toBe(41);
  });

  test('PDFs of several customers together use a fifth of the time', async () => {
    const workMs = 5;
    const steps = 20;
    const work = () => {
      const untilMs = performance.now() + workMs;
      while (performance.now() < untilMs);
    };
    const make = (id: string) =>
      onePdfAtATime(from(`192.0.2.${id}`, id), undefined, async (yieldTurn) => {
        for (let step = 0; step < steps; step += 1) {
          work();
          await yieldTurn();
        }
      });
    const beganAtMs = performance.now();
    await Promise.all(['1', '2', '3', '4'].map(make));
    // The last one is alone, and need not wait.
    expect(performance.now() - beganAtMs).toBeGreaterThan(4 * steps * workMs * 3.5);
  });

  test('a PDF that is made alone, however long it takes, delays no later one', async () => {
    const pauseMs = 600;
    const slow = onePdfAtATime(from('192.0.2.5', 'slow'), undefined, async (yieldTurn) => {
      for (let step = 0; step < 3; step += 1) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        await yieldTurn();
      }
      const beganAtMs = performance.now();
      await onePdfAtATime(from('192.0.2.6', 'quick'), undefined, (rest) => rest());
      return performance.now() - beganAtMs;
    });
    expect(await slow).toBeLessThan(pauseMs);
  });

  test('no PDF is made for a caller who has hung up, and the next call makes one', async ({ setup }) => {
    const { bank, ana } = setup;
    await fill(setup, 120);
    const gone = new AbortController();
    const call = (signal: AbortSignal) => callerOf(bank, ana.user, {}, signal).account.exportLedger;
    const asked = call(gone.signal)({ format: 'pdf' });
    gone.abort();
    expect(await refusalOf(asked)).toMatchObject({ status: 503, code: 'BUSY' });
    expect(await linesOf(setup)).toBe(0);
    expect((await pdf(setup)).contentType).toBe('application/pdf');
  });

  test('a rare search for a PDF takes no place in its network’s line, and is given up once its caller hangs up', async ({
    setup,
  }) => {
    const { bank, ana, bruno } = setup;
    await fill(setup, 2_000);
    let goOn = () => {};
    const ended = new Promise<void>((done) => (goOn = done));
    const held = ['1', '2', '3'].map((id) => onePdfAtATime(from(REQUEST.ip, id), undefined, () => ended));
    let looks = 0;
    const signal = Object.defineProperty(new AbortController().signal, 'aborted', {
      get: () => {
        looks += 1;
        return looks > 3;
      },
    });
    const { exportLedger } = callerOf(bank, ana.user, {}, signal).account;
    const search = refusalOf(exportLedger({ format: 'pdf', q: 'nenhum assim' }));
    const [searched, fourth] = await Promise.all([
      search,
      pdf({ ana: bruno }),
      sleep(300).then(() => goOn()),
    ]);
    expect(searched).toMatchObject({ status: 503, code: 'BUSY' });
    expect(looks).toBe(4);
    expect(fourth.contentType).toBe('application/pdf');
    await Promise.all(held);
  });

  test('a PDF adds no further rows after its caller has hung up', async ({ setup }) => {
    await fill(setup, 120);
    const { entries } = await setup.ana.call.account.ledger({ limit: 100 });
    const gone = new AbortController();
    let rows = 0;
    const made = onePdfAtATime(from('192.0.2.7', setup.ana.user.id), gone.signal, (yieldTurn) =>
      statementPdf(
        entries.map((entry) => ({
          ...entry,
          amountCents: 100,
          balanceAfterCents: 100,
          createdAt: setup.bank.clock.now(),
        })),
        {
          brandName: 'Banco',
          holder: 'Ana',
          accountNumbers: ['1'],
          period: 'Até hoje',
          at: setup.bank.clock.now(),
          yieldTurn: () => {
            rows += 1;
            if (rows === 30) gone.abort();
            return yieldTurn();
          },
        },
      ),
    );
    expect(await refusalOf(made)).toMatchObject({ code: 'BUSY' });
    expect(rows).toBe(30);
  });
});

describe('PDFs over HTTP', () => {
  test('a PDF is abandoned when its caller hangs up, and is refused over tRPC before it is begun', async ({
    bank,
  }) => {
    const send = caller(bank);
    const headers = {
      'x-requested-with': 'test',
      cookie: cookieOf(await send('POST', '/api/auth/register', joana, { 'x-requested-with': 'test' })),
    };
    const gone = new AbortController();
    const asked = createApp(bank, { clientFolder: 'no-such-folder' }).request(
      '/api/ledger/export?format=pdf',
      { headers, signal: gone.signal },
    );
    gone.abort();
    expect((await asked).status).toBe(503);
    const { attempts } = bank.db.tables;
    const counted = () => bank.db.$count(attempts, like(attempts.bucket, '%export:%'));
    const before = await counted();
    await bank.db.transaction((tx) => tx.delete(tx.tables.attempts));
    expect(before).toBe(1);
    const inputOf = (json: object) => encodeURIComponent(JSON.stringify({ json }));
    const input = inputOf({ format: 'pdf' });
    for (const path of ['account.exportLedger', 'account.monthReviewPdf', 'auth.exportDataPdf']) {
      const own = path === 'account.exportLedger' ? input : inputOf({});
      expect((await send('GET', `/trpc/${path}?input=${own}`, undefined, headers)).status, path).toBe(415);
    }
    // Refused before reading statement lines or months.
    expect(await bank.db.$count(attempts, like(attempts.bucket, 'pdfLines:%'))).toBe(0);
    expect(await bank.db.$count(attempts, like(attempts.bucket, 'monthReview:%'))).toBe(0);
    expect((await send('GET', `/trpc/account.exportLedger?input=${input}`)).status).toBe(401);
  });
});

/** @module-tag postgres */
import { isNull } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { MAX_COUNTED_UNREAD } from '#domain/limits';
import { newId } from '#server/kernel/id';
import { addNotification } from '#server/outbox/add-notification';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { Browser, newPerson } from './testing/browser.ts';

async function signUp(bank: TestBank) {
  const browser = new Browser(bank);
  const { id } = await browser.register(newPerson());
  await notifyTimes(bank, id, 3);
  return { id, browser };
}

const notifyTimes = async (bank: TestBank, userId: string, times: number) => {
  for (let index = 1; index <= times; index += 1) {
    const told = { userId, kind: 'test', title: `Aviso ${index}`, text: 'Texto', href: '/client/dashboard' };
    await bank.db.transaction((tx) => addNotification(tx, { ...told, at: bank.clock.now() }));
  }
};

const list = (browser: Browser, input: { limit?: number; cursor?: string } = {}) =>
  browser.ask((caller) => caller.notifications.list(input));
const read = (browser: Browser, input: { ids?: string[] } = {}) =>
  browser.ask((caller) => caller.notifications.read(input));

describe('notifications', () => {
  test('notifications are shown to their owner alone', async ({ bank }) => {
    const ana = await signUp(bank);
    const bruno = await signUp(bank);
    const nobody = new Browser(bank);
    expect(await codeOf(list(nobody))).toBe('UNAUTHENTICATED');
    expect(await codeOf(read(nobody))).toBe('UNAUTHENTICATED');

    const [first] = (await list(ana.browser)).notifications;
    expect(first).toMatchObject({ readAt: null });
    const anas = first ? [first.id] : [];
    expect(await codeOf(read(bruno.browser, { ids: anas }))).toBe('NOT_FOUND');
    const brunos = (await list(bruno.browser)).notifications.map(({ id }) => id);
    expect(await codeOf(read(bruno.browser, { ids: [...brunos, ...anas] }))).toBe('NOT_FOUND');
    expect(brunos.filter((id) => anas.includes(id))).toEqual([]);
    expect((await list(ana.browser)).unread).toBe(3);
    expect((await list(bruno.browser)).unread).toBe(3);
  });

  test('an invalid page or list of notifications is refused', async ({ bank }) => {
    const { browser } = await signUp(bank);
    expect(await codeOf(list(browser, { limit: 0 }))).toBe('VALIDATION');
    expect(await codeOf(list(browser, { limit: 201 }))).toBe('VALIDATION');
    expect(await codeOf(list(browser, { cursor: "' or 1=1" }))).toBe('VALIDATION');
    expect(await codeOf(read(browser, { ids: ['\0'] }))).toBe('VALIDATION');
    expect(await codeOf(read(browser, { ids: Array(201).fill('x') }))).toBe('VALIDATION');
    expect(await codeOf(read(browser, { ids: ['nenhuma'] }))).toBe('NOT_FOUND');
  });

  test('notifications come newest first, by pages, with the count of all unread ones', async ({ bank }) => {
    const { id, browser } = await signUp(bank);
    await notifyTimes(bank, id, 4);
    const titles: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(browser, { limit: 3, ...(cursor && { cursor }) });
      expect(page.unread).toBe(7);
      titles.push(...page.notifications.map(({ title }) => title));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(titles).toEqual([4, 3, 2, 1, 3, 2, 1].map((index) => `Aviso ${index}`));
    expect((await list(browser, { limit: 1 })).notifications).toEqual([
      {
        id: expect.any(String),
        kind: 'test',
        title: 'Aviso 4',
        text: 'Texto',
        href: '/client/dashboard',
        readAt: null,
        createdAt: bank.clock.now().toISOString(),
      },
    ]);
  });

  test('notifications are marked as read one by one or all at once, and keep the time of the first marking', async ({
    bank,
  }) => {
    const { browser } = await signUp(bank);
    const [newest] = (await list(browser)).notifications;
    const ids = newest ? [newest.id, newest.id] : [];
    const readAt = bank.clock.now().toISOString();
    expect(await Promise.all([read(browser, { ids }), read(browser, { ids })])).toEqual([
      { unread: 2 },
      { unread: 2 },
    ]);
    bank.clock.passSeconds(60);
    expect(await read(browser)).toEqual({ unread: 0 });
    expect(await read(browser)).toEqual({ unread: 0 });
    const moments = (await list(browser)).notifications.map((one) => one.readAt);
    const later = bank.clock.now().toISOString();
    expect(moments).toEqual([readAt, later, later]);
  });

  test('unread notifications are counted up to 100, and all are marked as read in parts', async ({
    bank,
  }) => {
    const { id: userId, browser } = await signUp(bank);
    const { notifications } = bank.db.tables;
    const at = bank.clock.now();
    const row = (id: string) => ({ id, userId, kind: 'test', title: 'Aviso', text: 'Texto', createdAt: at });
    await bank.db.transaction(async (tx) => {
      for (let part = 0; part < 11; part += 1)
        await tx.insert(notifications).values(Array.from({ length: 100 }, () => row(newId())));
    });
    expect((await list(browser)).unread).toBe(MAX_COUNTED_UNREAD);
    expect(await read(browser)).toEqual({ unread: 0 });
    expect(await bank.db.$count(notifications, isNull(notifications.readAt))).toBe(0);
  });
});

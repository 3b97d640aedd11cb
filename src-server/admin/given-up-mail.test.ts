import { expect } from 'vitest';
import { newId } from '#server/kernel/id';
import { dueIds } from '#server/outbox/claim';
import { test as bankTest } from '#server/testing/bank-test';
import { makeAdmin, makeCustomer } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';

/** A bank with given-up, sent and waiting messages. */
const test = bankTest.extend('scene', async ({ bank }) => {
  const { call } = await makeAdmin(bank);
  const at = bank.clock.now();
  const written = async (row: { attempts: number; sentAt?: Date }) => {
    const id = newId();
    const { outbox } = bank.db.tables;
    const text = { kind: 'test', recipient: 'ana@correio.example', subject: 'Aviso', text: 'x', html: 'x' };
    await bank.db.transaction(async (tx) => {
      await tx.insert(outbox).values({ id, ...text, createdAt: at, lastError: '550 não existe', ...row });
    });
    return id;
  };
  const givenUp = [await written({ attempts: 5 }), await written({ attempts: 1 })];
  const others = [await written({ attempts: 1, sentAt: at }), await written({ attempts: 0 })];
  const actions = async () => {
    const { logs } = await call.admin.audit.list({ q: 'mail' });
    return logs.map(({ action }) => action);
  };
  return { bank, mail: call.admin.mail, overview: call.admin.overview, givenUp, others, actions };
});

test('abandoned e-mails are listed by pages, without their content', async ({
  scene: { mail, overview, givenUp },
}) => {
  const first = await mail.givenUp({ limit: 1 });
  const second = await mail.givenUp({ limit: 1, cursor: first.nextCursor ?? '' });
  const found = [...first.mail, ...second.mail];
  expect(found.map(({ id }) => id).toSorted()).toEqual(givenUp.toSorted());
  expect(second.nextCursor).toBeNull();
  expect(Object.keys(found[0] ?? {}).toSorted()).toEqual(
    ['attempts', 'createdAt', 'id', 'lastError', 'recipient', 'subject'].toSorted(),
  );
  expect(await codeOf(mail.givenUp({ cursor: 'x' }))).toBe('VALIDATION');
  expect((await overview({ days: 7 })).needs).toMatchObject([{ need: 'mail_given_up', count: 2 }]);
});

test('an abandoned e-mail can be retried or discarded, once each and audited, and no other e-mail is touched', async ({
  scene: { bank, mail, givenUp, others, actions, overview },
}) => {
  const [again = '', gone = ''] = givenUp;
  expect(await mail.retry({ id: again })).toEqual({ id: again });
  expect(await dueIds(bank)).toContain(again);
  expect(await mail.discard({ id: gone })).toEqual({ id: gone });
  expect((await mail.givenUp({})).mail).toEqual([]);
  expect((await overview({ days: 7 })).needs).toEqual([]);
  for (const id of [again, gone, ...others, newId()]) {
    expect(await codeOf(mail.retry({ id }))).toBe('NOT_FOUND');
    expect(await codeOf(mail.discard({ id }))).toBe('NOT_FOUND');
  }
  expect(await bank.db.$count(bank.db.tables.outbox)).toBe(3);
  expect((await actions()).toSorted()).toEqual(['discard_mail', 'retry_mail']);
});

test('of concurrent requests about one abandoned e-mail one succeeds', { tags: ['postgres'] }, async ({
  scene: { mail, givenUp, actions },
}) => {
  const [id = ''] = givenUp;
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => mail.discard({ id })));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await actions()).toEqual(['discard_mail']);
});

test('the list of abandoned e-mails is refused to customers', async ({ scene: { bank, givenUp } }) => {
  const { call } = await makeCustomer(bank);
  const [id = ''] = givenUp;
  for (const asked of [
    () => call.admin.mail.givenUp({}),
    () => call.admin.mail.retry({ id }),
    () => call.admin.mail.discard({ id }),
    () => call.admin.orders.stuck({}),
  ])
    expect(await codeOf(asked())).toBe('FORBIDDEN');
});

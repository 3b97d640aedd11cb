/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { carriesFreezeLink } from '#server/outbox/freeze-link';
import { letterTo } from '#server/protection/testing/protected-bank';
import { codeOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { test as pixTest } from './testing/pix-test.ts';
import { activate, pixScene } from './testing/scene.ts';

const test = pixTest.extend('approved', async () => {
  const scene = await pixScene();
  await activate(scene, scene.ana);
  return scene;
});

type Told = 'key_made' | 'key_deleted';

/** The bells of a kind, each with its letter. */
async function toldOf({ db }: TestBank, kind: Told): Promise<string[]> {
  const { notifications, outbox } = db.tables;
  const bells = await db.select().from(notifications).where(eq(notifications.kind, kind));
  expect(await db.$count(outbox, eq(outbox.kind, kind))).toBe(bells.length);
  return bells.map(({ text }) => text);
}

test('a PIX key made and one deleted are told by letter, with a link that freezes, and by bell; what is refused is not', async ({
  approved: { bank, ana },
}) => {
  const { keys } = ana.call.pix;
  const own = { type: 'CPF', key: '529.982.247-25' } as const;
  expect(await codeOf(keys.create({ type: 'CPF', key: '11144477735' }))).toBe('KEY_NOT_OWN');
  expect(await codeOf(keys.remove({ id: 'none' }))).toBe('NOT_FOUND');
  await Promise.allSettled([keys.create(own), keys.create(own)]);
  expect(await codeOf(keys.create(own))).toBe('KEY_ALREADY_YOURS');
  expect(await toldOf(bank, 'key_made')).toEqual([
    'A chave PIX ***.982.247-** foi criada na sua conta externa. Se não foi você, exclua a chave e troque a sua senha agora mesmo.',
  ]);
  const letter = await letterTo(bank, 'key_made');
  for (const part of ['A chave PIX ***.982.247-** foi criada', 'Endereço IP:', 'Se não foi você, exclua'])
    expect(letter).toContain(part);
  expect(await toldOf(bank, 'key_deleted')).toEqual([]);

  const [{ id = '' } = {}] = await keys.list();
  await Promise.allSettled([keys.remove({ id }), keys.remove({ id })]);
  expect(await codeOf(keys.remove({ id }))).toBe('NOT_FOUND');
  expect(await toldOf(bank, 'key_deleted')).toEqual([
    expect.stringContaining('A chave PIX ***.982.247-** foi excluída, e quem manda PIX para ela'),
  ]);
  expect(await letterTo(bank, 'key_deleted')).toContain('Endereço IP:');
  for (const kind of ['key_made', 'key_deleted'] as const) expect(carriesFreezeLink(kind)).toBe(true);
});

test('of keys made at once whose answers were lost each is told once', async ({
  approved: { bank, ana, simulator },
}) => {
  Object.assign(simulator.simulator.faults, { dropAfter: 1, onlyPosts: true });
  const { keys } = ana.call.pix;
  const found = await Promise.all([1, 2, 3].map(() => keys.create({ type: 'EVP' })));
  expect(await toldOf(bank, 'key_made')).toHaveLength(new Set(found.map(({ id }) => id)).size);
});

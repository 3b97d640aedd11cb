import { eq } from 'drizzle-orm';
import type { TestBank } from '#server/testing/test-bank';
import { test as pixTest } from '../../testing/pix-test.ts';
import { activate, pixScene } from '../../testing/scene.ts';
import { keyDailySteps } from '../claim-worker.ts';

/** Ana and Bruno with approved external accounts. */
export const test = pixTest.extend('scene', async () => {
  const scene = await pixScene();
  for (const one of [scene.ana, scene.bruno]) await activate(scene, one);
  return scene;
});

export const ANA_CPF = '52998224725';
export const PHONE = { type: 'PHONE', key: '+5511987654321' } as const;
export const ELSEWHERE = { key: ANA_CPF, name: 'Ana Moreira', document: ANA_CPF };
export const BRING = { type: 'CPF', key: ANA_CPF, kind: 'portability' } as const;

export type Scene = Awaited<ReturnType<typeof pixScene>>;

/** Moves the bank's and the provider's clock. */
export async function passDays({ bank, simulator }: Scene, days: number): Promise<void> {
  bank.clock.passSeconds(days * 86_400);
  await simulator.control('POST', '/simulator/clock', { at: bank.clock.now().toISOString() });
}

export const bellsOf = async ({ db }: TestBank, userId: string): Promise<string[]> => {
  const { notifications } = db.tables;
  const rows = await db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(notifications.id);
  return rows.filter(({ kind }) => kind.startsWith('key_claim')).map(({ title }) => title);
};

export const claimsOf = async ({ call }: Scene['ana']) => (await call.pix.claims.list()).claims;
export const typesOf = async ({ call }: Scene['ana']) => (await call.pix.keys.list()).map(({ type }) => type);

/** Every account is looked at once a day. */
export async function look(bank: TestBank): Promise<void> {
  for (const step of keyDailySteps) await step.run(bank, bank.clock.today());
}

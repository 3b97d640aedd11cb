import { test as base } from 'vitest';
import { orderScene } from './order-scene.ts';

/** Like `pix-test.ts`, but the external accounts are approved. `external`: Ana's · `balances`: function of the scene. */
export const test = base
  .extend('scene', () => orderScene())
  .extend('bank', ({ scene }) => scene.bank)
  .extend('simulator', ({ scene }) => scene.simulator)
  .extend('ana', ({ scene }) => scene.ana)
  .extend('bruno', ({ scene }) => scene.bruno)
  .extend('admin', ({ scene }) => scene.admin)
  .extend('nobody', ({ scene }) => scene.nobody)
  .extend('external', ({ scene }) => scene.external)
  .extend('balances', ({ scene }) => scene.balances);

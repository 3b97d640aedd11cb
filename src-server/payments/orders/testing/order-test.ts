import { test as base } from 'vitest';
import { orderScene } from './order-scene.ts';

/** Like `pix-test.ts`, with approved external accounts. `external`: id of Ana's · `balances`: reads Ana's and the bank's. */
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

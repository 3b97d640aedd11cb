import { test as base } from 'vitest';
import { openCreditBank } from './scene.ts';

/** `scene`: see `openCreditBank`. */
export const test = base
  .extend('scene', () => openCreditBank())
  .extend('bank', ({ scene }) => scene.bank)
  .extend('ana', ({ scene }) => scene.ana)
  .extend('bruno', ({ scene }) => scene.bruno)
  .extend('admin', ({ scene }) => scene.admin)
  .extend('propose', ({ scene }) => scene.propose)
  .extend('sign', ({ scene }) => scene.sign)
  .extend('contractOf', ({ scene }) => scene.contractOf)
  .extend('lend', ({ scene }) => scene.lend)
  .extend('balance', ({ scene }) => scene.balance)
  .extend('own', ({ scene }) => scene.own);

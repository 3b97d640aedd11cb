import { test as base } from 'vitest';
import { pixScene } from './scene.ts';

/** `test` with a running provider; `ana` and `bruno` have no external accounts. `options` can be overridden. */
export const test = base
  .extend('options', {} as NonNullable<Parameters<typeof pixScene>[0]>)
  .extend('scene', ({ options }) => pixScene(options))
  .extend('bank', ({ scene }) => scene.bank)
  .extend('simulator', ({ scene }) => scene.simulator)
  .extend('ana', ({ scene }) => scene.ana)
  .extend('bruno', ({ scene }) => scene.bruno)
  .extend('admin', ({ scene }) => scene.admin)
  .extend('nobody', ({ scene }) => scene.nobody);

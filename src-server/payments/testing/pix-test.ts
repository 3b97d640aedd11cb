import { test as base } from 'vitest';
import { pixScene } from './scene.ts';

/**
 * `test` in a bank beside a provider that runs: `bank`, `simulator`, `ana` and `bruno`, who have no account there yet, the
 * administrator `admin`, the caller `nobody`, and all of them as `scene`. A file or describe may `override` its `options`.
 */
export const test = base
  .extend('options', {} as NonNullable<Parameters<typeof pixScene>[0]>)
  .extend('scene', ({ options }) => pixScene(options))
  .extend('bank', ({ scene }) => scene.bank)
  .extend('simulator', ({ scene }) => scene.simulator)
  .extend('ana', ({ scene }) => scene.ana)
  .extend('bruno', ({ scene }) => scene.bruno)
  .extend('admin', ({ scene }) => scene.admin)
  .extend('nobody', ({ scene }) => scene.nobody);

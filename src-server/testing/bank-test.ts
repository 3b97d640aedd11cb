import { test as base } from 'vitest';
import { Browser } from '#server/auth/testing/browser';
import { makeAdmin, makeAna, makeBruno } from './people.ts';
import { restClient } from './rest-client.ts';
import { testBank } from './test-bank.ts';

/**
 * `test` in a bank on a database of its own. A test names what it needs, and only that is made: `bank` (with the variables
 * `env`, which a file may `override`), the customers `ana`, who has 100.00, and `bruno`, the administrator `admin`, all
 * of these as `two`, `browser` at which nobody is signed in, and `rest`, the typed REST client.
 */
export const test = base
  .extend('env', {} as Record<string, string>)
  .extend('bank', ({ env }) => testBank(env))
  .extend('admin', ({ bank }) => makeAdmin(bank))
  .extend('ana', ({ bank, admin }) => makeAna(bank, admin))
  .extend('bruno', ({ bank }) => makeBruno(bank))
  .extend('two', ({ bank, ana, bruno, admin }) => ({ bank, ana, bruno, admin }))
  .extend('browser', ({ bank }) => new Browser(bank))
  .extend('rest', ({ bank }) => restClient(bank));

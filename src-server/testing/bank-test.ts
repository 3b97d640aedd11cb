import { test as base } from 'vitest';
import { Browser } from '#server/auth/testing/browser';
import { makeAdmin, makeAna, makeBruno } from './people.ts';
import { restClient } from './rest-client.ts';
import { testBank } from './test-bank.ts';

/**
 * `test` in a bank with its own database. Fixtures: `bank` (with `env`), customers `ana` (with 100.00) and `bruno`,
 * `admin`, all of them as `setup`, the anonymous `browser`, the typed `rest` client.
 */
export const test = base
  .extend('env', {} as Record<string, string>)
  .extend('bank', ({ env }) => testBank(env))
  .extend('admin', ({ bank }) => makeAdmin(bank))
  .extend('ana', ({ bank, admin }) => makeAna(bank, admin))
  .extend('bruno', ({ bank }) => makeBruno(bank))
  .extend('setup', ({ bank, ana, bruno, admin }) => ({ bank, ana, bruno, admin }))
  .extend('browser', ({ bank }) => new Browser(bank))
  .extend('rest', ({ bank }) => restClient(bank));

/** @module-tag postgres */
import { expect } from 'vitest';
import { newId } from '#server/kernel/id';
import { test } from '#server/testing/bank-test';
import { returnedOf } from './open-returns.ts';

test('what of payments was given back is found for more payments than a statement takes values', async ({
  bank,
}) => {
  const ids = Array.from({ length: 70_000 }, newId);
  expect(await returnedOf(bank.db, ids)).toEqual(new Map());
});

import { describe, expect, test } from 'vitest';
import { testBank } from '#server/testing/test-bank';
import { startScheduler } from './scheduler.ts';

describe('the scheduler', () => {
  test('runs at the start what is due, and ends with it', async () => {
    const bank = await testBank();
    const done: string[] = [];
    bank.registry.dailySteps.push({ name: 'step', run: async (_, day) => void done.push(day) });
    await startScheduler(bank).stop();
    expect(done).toEqual(['2026-03-10']);
  });

  test('logs a run that failed and lives on', async () => {
    const bank = await testBank();
    bank.registry.dailySteps.push({
      name: 'step',
      run: () => Promise.reject(new Error('the provider is away')),
    });
    await startScheduler(bank).stop();
    expect(bank.logged.join()).toContain('the provider is away');
  });
});

import process from 'node:process';
import { TestRunner } from 'vitest';
import { readJob, say } from './job.ts';
import { Session } from './session.ts';
import type { VitestRunner } from './tests-runner.ts';

/** Vitest's runner: runs the entry file without tests, then a whole session. */
export default class SessionRunner extends TestRunner {
  override async onAfterRunFiles(): Promise<void> {
    super.onAfterRunFiles();
    const job = readJob(process.env.MUTATE_JOB ?? '');
    const end = await new Session(job, this as unknown as VitestRunner).run();
    say(job, end === 'done' ? { kind: 'end' } : { kind: 'again', careful: end === 'spoiled' });
  }
}

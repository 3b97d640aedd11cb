import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { StepsPlan } from './steps.ts';

/**
 * Runs a program (what stands after `node`) in which `steps`, loaded before it, follows a plan, until it ends or is killed:
 * how it ended, and its steps.
 */
export async function runStepped(
  { trace, ...plan }: StepsPlan,
  env: Record<string, string>,
  [steps, ...program]: [steps: string, ...string[]],
): Promise<{ code: number | null; signal: string | null; output: string; steps: string[] }> {
  const child = spawn(process.execPath, ['--import', steps, ...program], {
    env: { PATH: process.env.PATH, ...env, STEPS: JSON.stringify({ trace, ...plan }) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  // Not 'close': a program that the killed one had started may hold the streams a little longer.
  const [code, signal] = await once(child, 'exit');
  const taken = existsSync(trace) ? readFileSync(trace, 'utf8').trimEnd().split('\n') : [];
  return { code, signal, output, steps: taken };
}

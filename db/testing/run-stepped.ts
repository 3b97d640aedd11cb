import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import type { StepsPlan } from './steps.ts';

/** Runs a Node program with `steps` preloaded until it ends or is killed; returns its exit and steps. */
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
  // Not 'close': a child of the killed program may keep the streams open.
  const [code, signal] = await once(child, 'exit');
  const taken = existsSync(trace) ? readFileSync(trace, 'utf8').trimEnd().split('\n') : [];
  return { code, signal, output, steps: taken };
}

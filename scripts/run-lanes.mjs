import { spawn } from 'node:child_process';
import process from 'node:process';

/** Lanes run in parallel, their steps in sequence. Prints lane `code` live, others at their end. Times in seconds. */
export async function runLanes(steps, env = process.env) {
  const lanes = [...new Set(steps.map(({ lane }) => lane))];
  const results = await Promise.all(
    lanes.map((lane) =>
      runOneByOne(
        steps.filter((step) => step.lane === lane),
        env,
        lane === 'code',
      ),
    ),
  );
  return results.flat();
}

export const runTogether = (steps, env = process.env) =>
  Promise.all(steps.map((step) => runStep(step, env, false)));

async function runOneByOne(steps, env, isShown) {
  const results = [];
  for (const step of steps) results.push(await runStep(step, env, isShown));
  return results;
}

function runStep({ name, command, args }, env, isShown) {
  const start = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => (output += `${error.message}\n`));
    child.once('close', (status) => {
      if (!isShown) process.stdout.write(output);
      const took = seconds(start);
      console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${took} s)`);
      resolve({ name, isOk: status === 0, took });
    });
  });
}

export const seconds = (since) => ((Date.now() - since) / 1000).toFixed(1);

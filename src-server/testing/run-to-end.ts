import { spawn } from 'node:child_process';
import { once } from 'node:events';

export async function runToEnd(
  env: Record<string, string>,
  ...args: [file: string, ...string[]]
): Promise<{ code: number | null; output: string }> {
  const server = spawn(process.execPath, ['--import', 'tsx', ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...env },
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(server, 'close');
  return { code, output };
}

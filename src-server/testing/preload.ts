import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';

/** Compiles an LD_PRELOAD library; returns its path, or null without a C compiler or Linux. */
export function compilePreload(source: string, folder: string): string | null {
  if (process.platform !== 'linux') return null;
  const library = join(folder, basename(source, '.c').concat('.so'));
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl', '-lpthread'], {
      stdio: 'pipe',
    });
  } catch {
    return null;
  }
  return library;
}

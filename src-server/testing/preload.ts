import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';

/** Compiles a library for LD_PRELOAD into a folder. Answers its file; null where there is no C compiler, or no Linux. */
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

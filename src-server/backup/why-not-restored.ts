import { isDamaged } from '#db/away';
import { MissingProgramError, NotAllowedError } from '#db/copy';
import { InUseError } from '#db/in-use';
import type { Env } from '#server/kernel/env';
import { AGAIN, whyNot } from '#server/kernel/why-not';
import { InvalidCopyError } from './check-copy.ts';
import { RestoreError } from './restore-backup.ts';

const ANOTHER = 'Escolha outra cópia: npm run restore mostra as que há.';

/** Why `npm run restore` failed and what to do, in Portuguese. `places` null: no readable configuration. */
export function whyNotRestored(
  error: unknown,
  places: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'> | null,
): string {
  if (error instanceof RestoreError) return error.message;
  if (error instanceof InUseError) return 'O banco de dados está em uso.\nPare o servidor e repita.';
  if (error instanceof InvalidCopyError) return `${error.inPortuguese}\n${ANOTHER}`;
  if (error instanceof NotAllowedError)
    return 'O usuário de DATABASE_URL não pode criar bancos de dados.\nDê-lhe a permissão (ALTER ROLE … CREATEDB) e repita.';
  if (error instanceof MissingProgramError)
    return 'O programa pg_restore não foi encontrado.\nInstale os programas de cliente do PostgreSQL e repita.';
  // The existing database is replaced even if damaged, so the damaged one is the copy.
  if (isDamaged(error)) return `A cópia está danificada: ${firstLine(error)}\n${ANOTHER}`;
  return (
    whyNot(error, places)?.replace(AGAIN, 'e repita') ??
    `A restauração parou: ${firstLine(error)}\nRepita; se parar de novo, escolha outra cópia.`
  );
}

function firstLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const complaint = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : '';
  const [line = ''] = (complaint || error.message || error.name).split('\n');
  return line;
}

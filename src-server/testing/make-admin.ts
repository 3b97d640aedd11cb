import { createAdmin, type NewAdmin } from '#server/auth/create-admin';
import { openBank } from '#server/bank';
import { readEnv } from '#server/kernel/env';

/** As `npm run admin:create`, in this process; the server may be running. */
export async function makeAdminIn(env: Record<string, string>, admin: NewAdmin): Promise<void> {
  const bank = await openBank(readEnv({ NODE_ENV: 'development', LOG_LEVEL: 'silent', ...env }));
  try {
    await createAdmin(bank, admin);
  } finally {
    await bank.db.close();
  }
}

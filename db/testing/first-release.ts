import { fixedRows } from '#db/fixed-rows';
import { MIGRATIONS_TABLE, migrationsOf } from '#db/migrations';
import type { Engine } from './attack-scene.ts';
import type { Raw } from './raw.ts';

/** Creates the schema of the first release, as its own migration runner did. */
export async function createFirstRelease(engine: Engine, raw: Raw): Promise<void> {
  const [first] = migrationsOf(engine);
  await raw.run(`CREATE TABLE ${MIGRATIONS_TABLE} (name text PRIMARY KEY NOT NULL, sha256 text NOT NULL, applied_at ${engine === 'sqlite' ? 'text' : 'timestamptz DEFAULT now()'});
    ${first?.text}
    ${fixedRows(engine)}
    INSERT INTO ${MIGRATIONS_TABLE} (name, sha256) VALUES ('${first?.name}', '${first?.sha256}');`);
}

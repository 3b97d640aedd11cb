import { rotateSecrets, rowsUnderOlderKeys } from '#server/auth/two-factor/rotate';
import { openBank } from '#server/bank';
import { readEnv } from '#server/kernel/env';
import { keepPrivate } from '#server/kernel/private-files';
import { apiKeyColumn } from '#server/onboarding/rotate-api-keys';

const USAGE = `Cifra de novo, com a primeira chave de APP_KEYS, todo segredo guardado com uma chave mais antiga; o servidor
pode estar no ar. Interrompido, continua de onde parou.

  APP_KEYS=2:<chave nova>,1:<chave antiga> npm run keys:rotate

Antes, o servidor deve ter sido reiniciado com as mesmas APP_KEYS, para que leia o que aqui se escreve.`;

if (process.argv.length > 2) {
  console.error(USAGE);
  process.exit(1);
}

const env = readEnv();
keepPrivate(env);
const bank = await openBank(env);
try {
  const { reencrypted, unreadable } = await rotateSecrets(bank, [apiKeyColumn]);
  console.log(`Segredos cifrados com a chave "${bank.keys.currentId}": ${reencrypted}`);
  for (const { keyId, rows } of await rowsUnderOlderKeys(bank))
    console.log(
      `Mantenha a chave "${keyId}" em APP_KEYS: ${rows} registros de auditoria são verificados com ela`,
    );
  if (unreadable.length > 0) {
    console.error(`Não abrem com nenhuma chave de APP_KEYS os segredos de: ${unreadable.join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await bank.db.close();
}

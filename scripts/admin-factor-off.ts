import { Refusal } from '#domain/refusal';
import { endAdminFactor } from '#server/auth/lost-factors/end-admin-factor';
import { openBank } from '#server/bank';
import { readEnv } from '#server/kernel/env';
import { keepPrivate } from '#server/kernel/private-files';
import { REFUSALS } from '#server/kernel/refusals';

const USAGE = `Desativa os dois fatores de um administrador no banco de dados de DATABASE_URL; o servidor pode estar no ar.
A senha deixa de valer: a pessoa cria outra por e-mail e ativa os dois fatores de novo.

  npm run admin:factor-off -- 111.444.777-35`;

const [cpf, ...more] = process.argv.slice(2);
if (!cpf || more.length > 0) {
  console.error(USAGE);
  process.exit(1);
}
const env = readEnv();
keepPrivate(env);
const bank = await openBank(env);
try {
  const { fullName } = await endAdminFactor(bank, cpf);
  console.log(`Dois fatores desativados: ${fullName} cria outra senha em ${env.APP_ORIGIN}/recuperar-senha`);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.code === 'NOT_FOUND' ? 'Nenhum administrador tem este CPF' : REFUSALS[error.code].text);
  process.exitCode = 1;
} finally {
  await bank.db.close();
}

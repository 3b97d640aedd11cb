import { Refusal } from '#domain/refusal';
import { openBank } from '#server/bank';
import type { Bank } from '#server/kernel/context';
import { readEnv } from '#server/kernel/env';
import { keepPrivate } from '#server/kernel/private-files';
import { REFUSALS } from '#server/kernel/refusals';

/** Runs what the bank's machine alone may do about an administrator, named by CPF; `done` says what happened. */
export async function forOneAdmin<Done>(
  usage: string,
  act: (bank: Bank, cpf: string) => Promise<Done>,
  done: (result: Done, origin: string) => string,
): Promise<void> {
  const [cpf, ...more] = process.argv.slice(2);
  if (!cpf || more.length > 0) {
    console.error(usage);
    process.exit(1);
  }
  const env = readEnv();
  keepPrivate(env);
  const bank = await openBank(env);
  try {
    console.log(done(await act(bank, cpf), env.APP_ORIGIN));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(
      error.code === 'NOT_FOUND' ? 'Nenhum administrador tem este CPF' : REFUSALS[error.code].text,
    );
    process.exitCode = 1;
  } finally {
    await bank.db.close();
  }
}

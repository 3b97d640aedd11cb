import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Refusal } from '#domain/refusal';
import { createAdmin, type NewAdmin } from '#server/auth/create-admin';
import { openBank } from '#server/bank';
import { readEnv } from '#server/kernel/env';
import { keepPrivate } from '#server/kernel/private-files';
import { REFUSALS } from '#server/kernel/refusals';

const USAGE = `Cria um administrador no banco de dados de DATABASE_URL; o servidor pode estar no ar.

  npm run admin:create
  npm run admin:create -- --name "Helena Prado" --email helena@banco.example --cpf 111.444.777-35

O que não for dado é perguntado. A senha nunca vai na linha de comando, onde outros a leriam: é perguntada sem
aparecer na tela, ou lida da entrada padrão:  printf '%s' "$SENHA" | npm run admin:create -- --name …`;

/** Without a terminal the lines of standard input are the answers, in the same order. */
async function ask(given: Partial<NewAdmin>): Promise<NewAdmin> {
  const questions: [keyof NewAdmin, string][] = [
    ['fullName', 'Nome completo: '],
    ['email', 'E-mail: '],
    ['cpf', 'CPF: '],
    ['password', 'Senha (8 caracteres ou mais): '],
  ];
  const isTerminal = process.stdin.isTTY === true;
  let isSecret = false;
  const screen = new Writable({
    write(chunk, _encoding, done) {
      if (!isSecret) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: screen, terminal: isTerminal });
  const typed = lines[Symbol.asyncIterator]();
  const answers: Partial<NewAdmin> = { ...given };
  for (const [field, question] of questions) {
    if (answers[field] !== undefined) continue;
    if (isTerminal) process.stderr.write(question);
    isSecret = field === 'password';
    const { value } = await typed.next();
    if (isSecret && isTerminal) process.stderr.write('\n');
    isSecret = false;
    answers[field] = typeof value === 'string' ? value : '';
  }
  lines.close();
  const { fullName = '', email = '', cpf = '', password = '' } = answers;
  return { fullName, email, cpf, password };
}

/** The message for a refused administrator; null for any other error. */
function explain(error: unknown): string | null {
  if (error instanceof z.ZodError) return error.issues.map((issue) => issue.message).join('\n');
  if (!(error instanceof Refusal)) return null;
  if (error.code === 'ALREADY_REGISTERED') return 'Já existe um cadastro com este CPF ou e-mail';
  return error.details.text ?? REFUSALS[error.code].text;
}

/** Null for unknown flags or --help. */
function readFlags() {
  const text = { type: 'string' } as const;
  try {
    const options = { name: text, email: text, cpf: text, help: { type: 'boolean', short: 'h' } } as const;
    const { values } = parseArgs({ options });
    return values.help ? null : values;
  } catch {
    return null;
  }
}

const flags = readFlags();
if (!flags) {
  console.error(USAGE);
  process.exit(1);
}

const env = readEnv();
keepPrivate(env);
const bank = await openBank(env);
try {
  const admin = await createAdmin(
    bank,
    await ask({ fullName: flags.name, email: flags.email, cpf: flags.cpf }),
  );
  console.log(
    `Administrador criado: ${admin.fullName}. Entre com o CPF e a senha em ${bank.env.APP_ORIGIN}/login`,
  );
} catch (error) {
  const text = explain(error);
  if (text === null) throw error;
  console.error(text);
  process.exitCode = 1;
} finally {
  await bank.db.close();
}

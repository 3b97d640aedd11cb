import { dirname } from 'node:path';
import { hasCode, isBroken, isDamaged, isFull, isLost, isReadOnly, isSilent, StandbyError } from '#db/away';
import { databaseError } from '#db/error';
import { urlsOfHosts } from '#db/postgres-hosts';
import { sqliteFile } from '#db/sqlite';
import { ConfigurationError, type Env } from '#server/kernel/env';

type Places = Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>;

export class SimulatorFileError extends Error {
  override readonly name = 'SimulatorFileError';
  constructor(
    readonly file: string,
    cause: unknown,
  ) {
    super(`the simulated payment provider's file ${file} is damaged`, { cause });
  }
}

/** In production, while people of the demonstration sign in with its published passwords. */
export class DemonstrationError extends Error {
  override readonly name = 'DemonstrationError';
  constructor(readonly documents: readonly string[]) {
    super(`the demonstration's passwords still open ${documents.join(', ')}`);
  }
}

/** Problem and remedy of a failed start, without secrets. Null for a bug; `places` null: no readable configuration. */
export function whyNot(error: unknown, places: Places | null): string | null {
  if (error instanceof ConfigurationError) return error.message;
  if (hasCode(error, ['EADDRINUSE']) && error instanceof Error)
    return `${error.message}: set PORT to a free one`;
  if (places === null) return null;
  if (error instanceof SimulatorFileError)
    return inTwoLines(
      `O arquivo do provedor de pagamentos simulado está danificado: ${error.file}`,
      'Apague-o, com os que começam pelo mesmo nome: ele é só de demonstração, e é feito de novo na partida.',
    );
  if (error instanceof DemonstrationError)
    return inTwoLines(
      `O banco de dados foi preenchido com a demonstração, e as senhas que ela publica ainda abrem: ${error.documents.join(', ')}`,
      `Aponte DATABASE_URL para um banco de dados vazio ${AGAIN}. Ou, para ficar com este, inicie-o só nesta máquina (NODE_ENV=development APP_ORIGIN= HOST=localhost npm start) e, com um administrador que não é da demonstração (npm run admin:create), desative estas pessoas em /admin/users.`,
    );
  const isPostgres = !places.DATABASE_URL.startsWith('file:');
  return (isPostgres ? ofPostgres(error, places) : ofFile(error, places)) ?? ofFolder(error, places);
}

const inTwoLines = (wrong: string, remedy: string): string => `${wrong}\n${remedy}`;

/** Ends the text of a remedy after which the bank must be started again. */
export const AGAIN = 'e inicie de novo';

function ofFile(error: unknown, { DATABASE_URL }: Places): string | null {
  const file = sqliteFile(DATABASE_URL);
  if (isDamaged(error))
    return inTwoLines(
      `O arquivo do banco de dados está danificado, ou o disco não consegue lê-lo: ${file}`,
      'Não o apague: ponha no lugar a última cópia com npm run restore -- latest --yes, que guarda este ao lado.',
    );
  if (hasCode(error, ['SQLITE_CANTOPEN']))
    return inTwoLines(
      `Não foi possível abrir o banco de dados: ${file}`,
      `Confira em DATABASE_URL se é um arquivo, se a pasta existe e se este usuário pode gravar nela, ${AGAIN}.`,
    );
  if (databaseError(error)?.kind === 'busy')
    return inTwoLines(
      `Outro processo está gravando no banco de dados: ${file}`,
      `Espere que ele termine, ou pare-o, ${AGAIN}.`,
    );
  return null;
}

function ofFolder(error: unknown, { DATA_DIR, DATABASE_URL }: Places): string | null {
  const file = DATABASE_URL.startsWith('file:') ? dirname(sqliteFile(DATABASE_URL)) : DATA_DIR;
  const folders = [...new Set([DATA_DIR, file])].join(' ou ');
  if (hasCode(error, ['ENOTDIR', 'EEXIST']))
    return inTwoLines(
      `Não é uma pasta: ${folders}`,
      `Tire o arquivo que está lá, ou aponte DATA_DIR e DATABASE_URL para outro lugar, ${AGAIN}.`,
    );
  if (hasCode(error, ['EACCES', 'EPERM']))
    return inTwoLines(
      `Este usuário não pode gravar em ${folders}`,
      `Dê a pasta a ele (chown -R), ou aponte DATA_DIR e DATABASE_URL para outra, ${AGAIN}.`,
    );
  if (isFull(error))
    return inTwoLines(
      `O disco está cheio: ${folders}. O que estava gravado não se perdeu.`,
      `Libere espaço, 200 MB ou mais, ${AGAIN}.`,
    );
  if (isReadOnly(error))
    return inTwoLines(
      `Só é possível ler, e não gravar, em ${folders}`,
      `Monte o disco para escrita (mount -o remount,rw), ou aponte DATA_DIR e DATABASE_URL para outro, ${AGAIN}.`,
    );
  if (isBroken(error))
    return inTwoLines(
      `O disco falhou ao ler ou ao gravar: ${folders}`,
      'Veja com dmesg o que ele tem. Se não voltar, troque-o e ponha a última cópia no lugar: npm run restore.',
    );
  return null;
}

/** `h1:5432, h2/bank`: without user and password. */
const serversOf = (url: string): string => {
  const addresses = urlsOfHosts(url).map((one) => new URL(one));
  return addresses.map(({ host }) => host).join(', ') + (addresses[0]?.pathname ?? '');
};

/** Wrong password, unknown role, refused by pg_hba.conf, or no password given. */
const isNotLetIn = (error: unknown): boolean =>
  hasCode(error, ['28P01', '28000']) || (error instanceof Error && error.message.startsWith('SASL:'));

/** Failures of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
function ofPostgres(error: unknown, { DATABASE_URL }: Places): string | null {
  const servers = serversOf(DATABASE_URL);
  if (isNotLetIn(error))
    return inTwoLines(
      `O PostgreSQL não aceitou o usuário ou a senha: ${servers}`,
      `Corrija usuário e senha em DATABASE_URL (ou libere o acesso em pg_hba.conf) ${AGAIN}.`,
    );
  if (hasCode(error, ['3D000']))
    return inTwoLines(
      `Não há este banco de dados no PostgreSQL: ${servers}`,
      `Crie-o com createdb, ou corrija o nome em DATABASE_URL, ${AGAIN}.`,
    );
  if (error instanceof StandbyError || hasCode(error, ['25006']))
    return inTwoLines(
      `O PostgreSQL é uma réplica, que não aceita escrita: ${servers}`,
      `Aponte DATABASE_URL para o principal, ou para todos (postgres://usuario@h1,h2/banco), ${AGAIN}.`,
    );
  if (hasCode(error, ['42501']))
    return inTwoLines(
      `O usuário de DATABASE_URL não pode criar tabelas no PostgreSQL: ${servers}`,
      `Faça dele o dono do banco de dados (ALTER DATABASE … OWNER TO …) ${AGAIN}.`,
    );
  if (hasCode(error, ['53100']))
    return inTwoLines(
      `O disco do PostgreSQL está cheio: ${servers}. O que estava gravado não se perdeu.`,
      `Libere espaço nele ${AGAIN}.`,
    );
  if (isDamaged(error))
    return inTwoLines(
      `O PostgreSQL diz que os dados estão danificados: ${servers}`,
      'Não apague nada: veja o registro do PostgreSQL, e ponha a última cópia no lugar com npm run restore.',
    );
  if (isLost(error) || isSilent(error))
    return inTwoLines(
      `O PostgreSQL não responde: ${servers}`,
      `Veja se ele está no ar e se o endereço em DATABASE_URL está certo, ${AGAIN}.`,
    );
  return null;
}

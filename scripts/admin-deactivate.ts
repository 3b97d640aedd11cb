import { deactivateAdmin } from '#server/admin/deactivate-admin';
import { forOneAdmin } from './for-one-admin.ts';

const USAGE = `Desativa um administrador no banco de dados de DATABASE_URL; o servidor pode estar no ar.
O acesso termina na hora, também o do último. Outro administrador o ativa de novo no painel; sem outro, crie um com npm run admin:create.

  npm run admin:deactivate -- 111.444.777-35`;

await forOneAdmin(USAGE, deactivateAdmin, ({ fullName }) => `${fullName} já não tem acesso.`);

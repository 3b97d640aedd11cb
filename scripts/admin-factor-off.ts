import { endAdminFactor } from '#server/auth/lost-factors/end-admin-factor';
import { forOneAdmin } from './for-one-admin.ts';

const USAGE = `Desativa os dois fatores de um administrador no banco de dados de DATABASE_URL; o servidor pode estar no ar.
A senha deixa de valer: a pessoa cria outra por e-mail e ativa os dois fatores de novo.

  npm run admin:factor-off -- 111.444.777-35`;

await forOneAdmin(
  USAGE,
  endAdminFactor,
  ({ fullName }, origin) =>
    `Dois fatores desativados: ${fullName} cria outra senha em ${origin}/recuperar-senha`,
);

import type { Env } from '#server/kernel/env';
import { letter } from '#server/outbox/letter';

/** The e-mail that greets a new customer and tells the account's number. */
export function welcomeMail(
  env: Pick<Env, 'BRAND_NAME' | 'APP_ORIGIN' | 'SUPPORT_EMAIL'>,
  customer: { email: string },
  accountNumber: string,
) {
  return {
    kind: 'welcome',
    recipient: customer.email,
    subject: `Sua conta ${env.BRAND_NAME} está aberta`,
    ...letter(
      [
        'Olá.',
        `Sua conta corrente ${accountNumber} está aberta e pronta para uso. Entre com o seu CPF ou CNPJ e a senha que você escolheu.`,
      ],
      {
        action: { label: 'Entrar na conta', url: `${env.APP_ORIGIN}/login` },
        closing: [
          'Depois de entrar, confirme este e-mail em Meu Perfil.',
          `Se você não abriu esta conta, escreva para ${env.SUPPORT_EMAIL}.`,
        ],
      },
    ),
  };
}

/** What administrators are told of a new customer. */
export const newClientNotice = ({ fullName, username }: { fullName: string; username: string }) => ({
  kind: 'new_client',
  title: 'Novo cliente',
  text: `${fullName} abriu uma conta.`,
  href: `/admin/users?q=${encodeURIComponent(username)}`,
  label: 'Ver o cadastro',
});

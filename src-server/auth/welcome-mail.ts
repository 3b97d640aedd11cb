import type { Env } from '#server/env';
import { letter } from '#server/outbox/letter';

/** The e-mail that greets a new customer and tells the account's number. */
export function welcomeMail(
  env: Pick<Env, 'BRAND_NAME' | 'APP_ORIGIN' | 'SUPPORT_EMAIL'>,
  customer: { email: string; fullName: string },
  accountNumber: string,
) {
  return {
    kind: 'welcome',
    recipient: customer.email,
    subject: `Sua conta ${env.BRAND_NAME} está aberta`,
    ...letter([
      `Olá, ${customer.fullName}.`,
      `Sua conta corrente ${accountNumber} está aberta e pronta para uso.`,
      `Entre com o seu CPF ou CNPJ em ${env.APP_ORIGIN}/login`,
      `Se você não abriu esta conta, escreva para ${env.SUPPORT_EMAIL}.`,
      env.BRAND_NAME,
    ]),
  };
}

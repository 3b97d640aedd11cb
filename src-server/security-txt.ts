import type { Hono } from 'hono';
import type { Bank } from '#server/context';
import type { HttpEnv } from '#server/http';

/** How long what it says is promised to hold, from the day on which it is asked for (RFC 9116, 2.5.5: less than a year). */
const VALID_DAYS = 180;
const DAY_MS = 24 * 3600 * 1000;

const ADDRESS = '/.well-known/security.txt';
const POLICY_ADDRESS = '/.well-known/security-policy.txt';

/**
 * Whom to tell of a flaw (RFC 9116), and what happens then. Made when it is asked for: its end is always ahead, as long as
 * the server that says so runs, and no build or test depends on a date.
 */
export function serveSecurityTxt(app: Hono<HttpEnv>, { env, clock }: Bank): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' };
  app.get(ADDRESS, (c) => c.body(securityTxt(env, clock.real()), 200, headers));
  app.get(POLICY_ADDRESS, (c) => c.body(policy(env), 200, headers));
}

type Names = Pick<Bank['env'], 'APP_ORIGIN' | 'BRAND_NAME' | 'SUPPORT_EMAIL'>;

function securityTxt({ APP_ORIGIN, SUPPORT_EMAIL }: Names, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS);
  const expires = new Date((today + VALID_DAYS) * DAY_MS).toISOString();
  return `${[
    `Contact: mailto:${SUPPORT_EMAIL}`,
    `Expires: ${expires}`,
    'Preferred-Languages: pt, en',
    `Policy: ${APP_ORIGIN}${POLICY_ADDRESS}`,
    `Canonical: ${APP_ORIGIN}${ADDRESS}`,
  ].join('\r\n')}\r\n`;
}

const policy = ({ BRAND_NAME, SUPPORT_EMAIL }: Names): string =>
  `Como relatar uma falha de segurança ao ${BRAND_NAME}

Escreva para ${SUPPORT_EMAIL}: o que acontece, como repetir, o que alguém ganharia com isso. Uma falha basta por mensagem.
Respondemos em até 3 dias úteis, dizemos o que achamos e avisamos quando estiver corrigida. Pedimos que não publique antes
disso, e no mais tardar 90 dias depois do relato.

Use contas suas ou uma instalação sua. Não leia nem mude dados de outras pessoas, não mova dinheiro delas e não tente
derrubar o serviço. Quem pesquisa assim, de boa-fé, não será processado por nós. Não pagamos recompensas.

In English: write to ${SUPPORT_EMAIL} what happens, how to repeat it and what it would gain an attacker. We answer within
3 working days. Please publish only once it is mended, or 90 days after your report. Use accounts or an installation of
your own; leave other people's data and money, and the service itself, alone. Research in good faith will not be
prosecuted by us. There is no bounty.
`;

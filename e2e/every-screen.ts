import { DEMO_ADMIN, DEMO_PASSWORD } from '../src-server/seed/people.ts';
import { ADMIN, ADMIN_CREDIT } from './admin-screens.ts';
import { COMPANY, CUSTOMER, LATE, LIMITED, NEWCOMER, UNDOCUMENTED } from './client-screens.ts';
import type { NamedScreen } from './look.ts';
import { joana } from './people.ts';
import { cookiesOf, newScript, type Script } from './script.ts';

export type Visitor = {
  who: string;
  login: { document: string; password: string } | null;
  screens: NamedScreen[];
};

const PUBLIC: NamedScreen[] = [
  { name: 'landing', path: '/', shows: 'Do outro lado do vale, o seu dinheiro rende.' },
  { name: 'login', path: '/login', shows: 'Acesse sua conta' },
  { name: 'register', path: '/login?tab=cadastrar', shows: 'Etapa 1 de 5' },
  { name: 'recovery', path: '/recuperar-senha', shows: 'Enviar link' },
  { name: 'new-password', path: '/recuperar-senha?token=x', shows: 'Pedir outro link' },
  { name: 'email-incomplete', path: '/confirmar-email', shows: 'O endereço está incompleto' },
  { name: 'email-confirmation', path: '/confirmar-email?token=x', shows: 'Confirmar este e-mail' },
  { name: 'freeze', path: '/congelar?token=x', shows: 'Congelar agora' },
  { name: 'undo-payment', path: '/desfazer?token=x', shows: 'Desfazer agora' },
  { name: 'email-undo', path: '/desfazer-email?token=x', shows: 'Desfazer a troca' },
  {
    name: 'two-factor-undo',
    path: '/desfazer-dois-fatores?token=x',
    shows: 'Se não foi você quem os ativou',
  },
  { name: 'terms', path: '/termos', shows: 'Quem somos e o que estes termos regulam' },
  { name: 'privacy-policy', path: '/privacidade', shows: 'Com quem compartilhamos dados' },
  { name: 'support', path: '/atendimento', shows: 'Central do titular de dados' },
  { name: 'verify', path: '/verificar', shows: 'Código do documento' },
  {
    name: 'verify-unknown',
    path: '/verificar/2222-2222-2222-2222-2222',
    shows: 'Este documento não é genuíno',
  },
];

const administrator = { document: DEMO_ADMIN.cpf, password: DEMO_ADMIN.password };
const customer = (document: string) => ({ document, password: DEMO_PASSWORD });

export const STRANGERS: Visitor[] = [
  { who: 'anybody', login: null, screens: PUBLIC },
  { who: 'a new customer', login: { document: joana.cpf, password: joana.password }, screens: NEWCOMER },
];

export const CUSTOMERS: Visitor[] = [
  { who: 'a customer', login: customer('529.982.247-25'), screens: CUSTOMER },
  { who: 'a company', login: customer('12.ABC.345/01DE-35'), screens: COMPANY },
  { who: 'a customer who is late', login: customer('161.803.398-05'), screens: LATE },
  { who: 'a customer without documents', login: customer('271.828.182-05'), screens: UNDOCUMENTED },
  { who: 'a customer with limits', login: customer('314.159.265-90'), screens: LIMITED },
];

export const ADMINISTRATORS: Visitor[] = [
  { who: 'an administrator', login: administrator, screens: ADMIN },
  { who: 'an administrator, of credit', login: administrator, screens: ADMIN_CREDIT },
];

export const VISITORS: Visitor[] = [...STRANGERS, ...CUSTOMERS, ...ADMINISTRATORS];

export async function registerNewcomer(origin: string): Promise<void> {
  const { status, body } = await newScript(origin).call('POST', '/api/auth/register', {
    ...joana,
    acceptedTerms: true,
  });
  if (status !== 201) throw new Error(`registering the newcomer failed: ${status} ${JSON.stringify(body)}`);
}

export async function signInVisitor(origin: string, { login }: Visitor) {
  const script = newScript(origin);
  if (login) {
    const { status, body } = await script.call('POST', '/api/auth/login', login);
    if (status !== 200)
      throw new Error(`signing in ${login.document} failed: ${status} ${JSON.stringify(body)}`);
  }
  return { script, cookies: cookiesOf(script, origin) };
}

/** Resolves the screen's path, which may contain an id. */
export async function resolveScreen(screen: NamedScreen, script: Script) {
  const { path } = screen;
  return { ...screen, path: typeof path === 'string' ? path : await path(script) };
}

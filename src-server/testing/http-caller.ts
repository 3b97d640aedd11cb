import { usesWritten } from '#server/auth/note-use';
import { createApp } from '#server/http/app';
import type { TestBank } from './test-bank.ts';

export type Reply = { status: number; headers: Headers; body: Record<string, unknown>; text: string };

/** Non-text bodies are sent as JSON. */
export function caller(bank: TestBank, options?: Parameters<typeof createApp>[1]) {
  const app = createApp(bank, { clientFolder: 'no-such-folder', ...options });
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const type: Record<string, string> = sent === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await app.request(path, {
      method,
      headers: { ...type, ...headers },
      ...(sent !== undefined && { body: sent }),
    });
    const text = await answer.text();
    await usesWritten();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: isJson && text ? JSON.parse(text) : {},
    };
  };
}

export const cookieOf = ({ headers }: Pick<Reply, 'headers'>): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

export const joana = {
  username: 'joana.prado',
  email: 'joana.prado@exemplo.com.br',
  password: 'serra-do-mar-1988',
  fullName: 'Joana Prado',
  cpf: '525.131.277-65',
  rg: '28.553.112-4',
  phone: '(11) 98765-4321',
  birthDate: '1988-03-14',
  street: 'Rua Marechal Deodoro',
  number: '1200',
  neighborhood: 'Centro',
  city: 'São Bernardo do Campo',
  state: 'SP',
  zipCode: '09710-001',
  monthlyIncome: '7800.00',
  occupation: 'Arquiteta',
  acceptedTerms: true as const,
};

import { sentProfileSchema } from '#domain/auth/profile';
import type { ContactType, Difficulty } from '#domain/contact/words';
import { freezeAccount } from '#server/account/account-freeze';
import { createContact } from '#server/admin/contacts';
import { deactivateUser } from '#server/admin/user-access';
import { viewUser } from '#server/admin/users';
import { setConsent } from '#server/auth/profile/consents';
import { updateProfile } from '#server/auth/profile/update-profile';
import type { SessionContext } from '#server/kernel/context';
import { type Customers, PEOPLE, type PersonKey } from './people.ts';

export type Relation = {
  /** 'YYYY-MM-DDTHH:MM:00-03:00' in the bank's calendar. */
  at: string;
  by: PersonKey | 'admin';
  act: (ctx: SessionContext, customers: Customers) => Promise<unknown>;
};

export type SeedDay = { day: string; daysAgo: number };
export type Planned = Omit<Relation, 'at'> & { daysAgo: number; time: string };

const PLAN: Planned[] = [
  consent(176, '08:55', 'ana', { kind: 'product_news', isGranted: true }),
  consent(176, '08:55', 'ana', { kind: 'usage_research', isGranted: true }),
  consent(20, '21:40', 'ana', { kind: 'usage_research', isGranted: false }),
  consent(150, '10:31', 'vale', { kind: 'product_news', isGranted: true }),
  consent(61, '19:12', 'bruno', { kind: 'usage_research', isGranted: true }),

  profile(58, '20:47', 'ana', { phone: '11987452044', monthlyIncome: '8100.00' }),
  profile(33, '13:05', 'elisa', { number: '231', complement: 'Bloco B, apto 51' }),

  contact(
    168,
    '10:12',
    'ana',
    ['suporte', 'facil', true],
    [
      'Perguntou como encontrar quem já recebeu transferências dela.',
      'Mostrei a lista de favorecidos; conseguiu na hora.',
    ],
  ),
  contact(
    131,
    '15:40',
    'ana',
    ['acompanhamento', 'facil', true],
    ['Contato de boas-vindas: satisfeita com o extrato e a exportação.'],
  ),
  contact(
    95,
    '11:26',
    'ana',
    ['cobranca', 'dificil', true],
    [
      'Tarifa da conta anterior cobrada em duplicidade por outro banco.',
      'Enviou os comprovantes por e-mail; caso encerrado sem custo.',
    ],
  ),
  contact(
    58,
    '21:03',
    'ana',
    ['suporte', 'moderado', true],
    ['Trocou de número de celular e pediu ajuda para atualizar o cadastro.'],
  ),
  contact(
    27,
    '09:48',
    'ana',
    ['acompanhamento', 'facil', true],
    ['Quer saber quando haverá investimentos com resgate diário.'],
  ),
  contact(
    6,
    '16:19',
    'ana',
    ['suporte', 'moderado', false],
    [
      'O aplicativo autenticador foi perdido com o celular antigo.',
      'Orientada a usar um código de backup; aguardamos retorno.',
    ],
  ),
  contact(
    140,
    '14:02',
    'vale',
    ['acompanhamento', 'facil', true],
    ['Reunião com o financeiro: vão automatizar o extrato pela API.'],
  ),
  contact(
    44,
    '10:37',
    'vale',
    ['suporte', 'dificil', true],
    ['Script deles recebia 401: o token de acesso tinha vencido. Novo token criado pela empresa.'],
  ),
  contact(
    9,
    '11:55',
    'vale',
    ['acompanhamento', 'moderado', false],
    ['Pediram proposta de crédito para a expansão; retornar com as condições.'],
  ),
  contact(72, '17:21', 'bruno', ['suporte', 'facil', true], ['Dúvida sobre o comprovante em PDF.']),
  contact(
    25,
    '12:30',
    'diego',
    ['cobranca', 'moderado', true],
    ['Combinou pagar as aulas atrasadas do espaço até o fim do mês.'],
  ),
  contact(
    12,
    '09:20',
    'fabio',
    ['cobranca', 'dificil', false],
    ['Não soube explicar os depósitos em sequência. Documentos pedidos por e-mail.'],
  ),
  contact(
    41,
    '15:10',
    'gilda',
    ['suporte', 'dificil', false],
    ['A foto do documento enviado não corresponde ao cadastro. Caso levado à segurança.'],
  ),

  look(95, '11:20', 'ana'),
  look(40, '09:02', 'gilda'),
  look(12, '09:16', 'fabio'),
  look(6, '16:11', 'ana'),

  {
    daysAgo: 40,
    time: '09:31',
    by: 'admin',
    act: (ctx, { gilda }) =>
      deactivateUser(ctx, {
        id: gilda.user.id,
        reason: 'Documento de identidade não confere com o cadastro',
      }),
  },
  {
    daysAgo: 12,
    time: '09:44',
    by: 'admin',
    act: (ctx, { fabio }) =>
      freezeAccount(ctx, {
        id: fabio.accountId,
        reason: 'Movimentação fora do padrão: aguardando documentos do titular',
      }),
  },
];

export const relationsOf = (days: readonly SeedDay[]): Relation[] => scheduled(days, PLAN);

/** Dates each act; acts outside of the days are left out. */
export function scheduled(days: readonly SeedDay[], plan: readonly Planned[]): Relation[] {
  const dayOf = new Map(days.map(({ day, daysAgo }) => [daysAgo, day]));
  return plan.flatMap(({ daysAgo, time, by, act }) => {
    const day = dayOf.get(daysAgo);
    return day === undefined ? [] : [{ at: `${day}T${time}:00-03:00`, by, act }];
  });
}

function contact(
  daysAgo: number,
  time: string,
  client: PersonKey,
  [contactType, difficulty, resolved]: [ContactType, Difficulty, boolean],
  notes: string[],
): Planned {
  return {
    daysAgo,
    time,
    by: 'admin',
    act: (ctx, customers) =>
      createContact(ctx, {
        clientId: customers[client].user.id,
        operationId: null,
        contactType,
        notes: notes.join('\n'),
        difficulty,
        resolved,
      }),
  };
}

function look(daysAgo: number, time: string, client: PersonKey): Planned {
  return {
    daysAgo,
    time,
    by: 'admin',
    act: (ctx, customers) => viewUser(ctx, { id: customers[client].user.id }),
  };
}

function consent(
  daysAgo: number,
  time: string,
  by: PersonKey,
  decision: Parameters<typeof setConsent>[1],
): Planned {
  return { daysAgo, time, by, act: (ctx) => setConsent(ctx, decision) };
}

/** Unnamed fields stay as registered. */
function profile(
  daysAgo: number,
  time: string,
  by: PersonKey,
  changed: Partial<(typeof PEOPLE)[PersonKey]>,
): Planned {
  const person = PEOPLE[by];
  const sent = sentProfileSchema.parse({
    ...person,
    email: `${person.username}@correio.example`,
    ...changed,
  });
  return { daysAgo, time, by, act: (ctx) => updateProfile(ctx, sent) };
}

import type { HolderKind } from '#domain/auth/register';
import { ADDRESS_LABELS } from '../shared-address/address-labels.ts';

export type { HolderKind };

/** What a draft keeps: an allowlist, so that the password is never stored. */
export const KEPT_FIELDS = [
  'fullName',
  'cpf',
  'cnpj',
  'rg',
  'phone',
  'birthDate',
  'zipCode',
  'street',
  'number',
  'complement',
  'neighborhood',
  'city',
  'state',
  'monthlyIncome',
  'occupation',
  'username',
  'email',
] as const;

type KeptField = (typeof KEPT_FIELDS)[number];

export type RegisterValues = Record<KeptField | 'password', string> & { acceptedTerms: boolean };

export type RegisterField = keyof RegisterValues;

export const EMPTY_VALUES: RegisterValues = {
  ...(Object.fromEntries(KEPT_FIELDS.map((field) => [field, ''])) as Record<KeptField, string>),
  password: '',
  acceptedTerms: false,
};

/** The five steps, with their fields in screen order; a company's titles are in `stepTitle`. */
export const STEPS = [
  { title: 'Dados pessoais', fields: ['fullName', 'cpf', 'cnpj', 'rg', 'birthDate', 'phone'] },
  {
    title: 'Endereço',
    fields: ['zipCode', 'street', 'number', 'complement', 'neighborhood', 'city', 'state'],
  },
  { title: 'Dados profissionais', fields: ['occupation', 'monthlyIncome'] },
  { title: 'Credenciais', fields: ['username', 'email', 'password'] },
  { title: 'Confirmação', fields: ['acceptedTerms'] },
] as const satisfies readonly { title: string; fields: readonly RegisterField[] }[];

/** Index into STEPS; the screen counts from one. */
export type StepIndex = 0 | 1 | 2 | 3 | 4;

const COMPANY_TITLES: Partial<Record<StepIndex, string>> = {
  0: 'Dados da empresa',
  2: 'Atividade e faturamento',
};

export const stepTitle = (step: StepIndex, kind: HolderKind): string =>
  (kind === 'company' ? COMPANY_TITLES[step] : undefined) ?? STEPS[step].title;

export const CREDENTIALS_STEP = 3;
export const LAST_STEP = 4;

export function stepAt(place: number): StepIndex {
  return place === 1 || place === 2 || place === 3 || place === 4 ? place : 0;
}

export function fieldLabel(field: RegisterField, kind: HolderKind): string {
  return (kind === 'company' ? COMPANY_LABELS[field] : undefined) ?? LABELS[field];
}

const LABELS: Record<RegisterField, string> = {
  fullName: 'Nome completo',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  rg: 'RG/CNH',
  phone: 'Telefone',
  birthDate: 'Data de nascimento',
  ...ADDRESS_LABELS,
  monthlyIncome: 'Renda mensal',
  occupation: 'Profissão',
  username: 'Nome de usuário',
  email: 'E-mail',
  password: 'Senha',
  acceptedTerms: 'Termos de Uso',
};

const COMPANY_LABELS: Partial<Record<RegisterField, string>> = {
  fullName: 'Razão social',
  birthDate: 'Data de abertura',
  monthlyIncome: 'Faturamento mensal',
  occupation: 'Ramo de atividade',
};

export function fieldsOf(step: StepIndex, kind: HolderKind): readonly RegisterField[] {
  const notAsked: readonly RegisterField[] = kind === 'company' ? ['cpf', 'rg'] : ['cnpj'];
  return STEPS[step].fields.filter((field) => !notAsked.includes(field));
}

/** In screen order; null if the messages name no field of the wizard. */
export function firstProblem(
  fields: Readonly<Record<string, string>>,
  kind: HolderKind,
): { step: StepIndex; field: RegisterField } | null {
  for (const place of STEPS.keys()) {
    const step = stepAt(place);
    const field = fieldsOf(step, kind).find((name) => name in fields);
    if (field) return { step, field };
  }
  return null;
}

/** Only fields of this kind of holder; the complement only if filled in. */
export function registration(values: RegisterValues, kind: HolderKind) {
  const { cpf, rg, cnpj, complement, acceptedTerms: _, ...common } = values;
  return {
    ...common,
    ...(kind === 'company' ? { cnpj } : { cpf, rg }),
    ...(complement.trim() !== '' && { complement }),
  };
}

/** Personal data that an easy password would contain. */
export function ownerOf(
  { fullName, username, email, phone, birthDate, ...values }: RegisterValues,
  kind: HolderKind,
) {
  const { cpf, cnpj } = values;
  return { fullName, username, email, phone, birthDate, ...(kind === 'company' ? { cnpj } : { cpf }) };
}

import { z } from 'zod';
import { amountSchema } from '#domain/amount';
import { cepSchema } from '#domain/cep';
import { ageOn } from '#domain/date';
import { isKnownDay } from '#domain/day-schema';
import { ADULT_AGE_YEARS, PASSWORD_LENGTH } from '#domain/limits';
import { parsedBy } from '#domain/parsed';
import { phoneSchema } from '#domain/phone';
import { STATES } from '#domain/state';
import { parseCnpj, parseCpf } from '#domain/tax-id';
import { optionalTextSchema as optionalText, textSchema as text } from '#domain/text-schema';

/** Empty text stays '', so that holderRule knows which document is meant. */
const document = (parse: (text: string) => string | null, error: string) =>
  z
    .string({ error })
    .max(30, { error })
    .nullish()
    .transform((typed) => typed ?? undefined)
    .transform(parsedBy((typed) => (typed?.trim() === '' ? '' : typed && parse(typed)), error));

/** Comes out in lower case. */
export const emailSchema = z
  .string({ error: 'E-mail inválido' })
  .trim()
  .toLowerCase()
  .max(254, { error: 'E-mail inválido' })
  .pipe(z.email({ error: 'E-mail inválido' }));

/** Taken as typed, never trimmed. */
export const newPasswordSchema = z
  .string({ error: `Senha deve ter no mínimo ${PASSWORD_LENGTH.min} caracteres` })
  .min(PASSWORD_LENGTH.min, { error: `Senha deve ter no mínimo ${PASSWORD_LENGTH.min} caracteres` })
  .max(PASSWORD_LENGTH.max, { error: `Senha deve ter no máximo ${PASSWORD_LENGTH.max} caracteres` });

export type HolderKind = 'person' | 'company';

/** `either`: where the kind of holder is not known before all fields were read. */
const HOLDER_MESSAGES: Record<
  HolderKind | 'either',
  Record<'fullName' | 'monthlyIncome' | 'occupation', string>
> = {
  person: {
    fullName: 'Nome deve ter no mínimo 2 caracteres',
    monthlyIncome: 'Renda mensal é obrigatória',
    occupation: 'Profissão é obrigatória',
  },
  company: {
    fullName: 'Razão social deve ter no mínimo 2 caracteres',
    monthlyIncome: 'Faturamento mensal é obrigatório',
    occupation: 'Ramo de atividade é obrigatório',
  },
  either: {
    fullName: 'Nome deve ter no mínimo 2 caracteres',
    monthlyIncome: 'Renda ou faturamento mensal é obrigatório',
    occupation: 'Profissão ou ramo de atividade é obrigatório',
  },
};

/** For a company: registered name, CNPJ, phone and opening date. */
const personalFields = (kind: HolderKind | 'either') => ({
  fullName: text(2, 120, HOLDER_MESSAGES[kind].fullName),
  cpf: document(parseCpf, 'CPF inválido'),
  cnpj: document(parseCnpj, 'CNPJ inválido'),
  rg: optionalText(20),
  phone: phoneSchema,
  birthDate: z
    .string({ error: 'Data é obrigatória' })
    .min(1, { error: 'Data é obrigatória' })
    .refine((day) => day === '' || isKnownDay(day), { error: 'Data inválida' }),
});

const MIN_RG_LENGTH = 5;

type Holder = Partial<Record<'cpf' | 'cnpj' | 'rg', unknown>>;

/** Persons have CPF and RG or CNH, companies a CNPJ. Runs even if other fields are invalid. */
const holderRule = z.superRefine<Holder>(
  ({ cpf, cnpj, rg }, context) => {
    const complain = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const isCompany = cnpj !== undefined && (cnpj !== '' || cpf === undefined);
    if (isCompany) {
      if (cpf) complain('cnpj', 'Informe o CPF ou o CNPJ, não os dois');
      if (!cnpj) complain('cnpj', 'CNPJ é obrigatório');
      return;
    }
    if (!cpf) complain('cpf', cpf === undefined ? 'CPF ou CNPJ é obrigatório' : 'CPF é obrigatório');
    if (typeof rg !== 'string' || rg.length < MIN_RG_LENGTH) complain('rg', 'RG/CNH é obrigatório');
  },
  { when: ({ value }) => typeof value === 'object' && value !== null },
);

export const personalStep = (kind: HolderKind) => z.object(personalFields(kind)).check(holderRule);

export const addressStep = z.object({
  street: text(3, 120, 'Rua é obrigatória'),
  number: text(1, 20, 'Número é obrigatório'),
  complement: optionalText(80),
  neighborhood: text(2, 80, 'Bairro é obrigatório'),
  city: text(2, 80, 'Cidade é obrigatória'),
  state: z
    .string({ error: 'Estado deve ter 2 letras (UF)' })
    .trim()
    .toUpperCase()
    .refine((state) => STATES.includes(state), { error: 'Estado deve ter 2 letras (UF)' }),
  zipCode: cepSchema,
});

/** An empty income is missing; anything else that is no amount is wrong. */
const incomeSchema = (missing: string) =>
  z
    .union([z.number(), z.string().trim().min(1, { error: missing })], {
      error: ({ input }) => (input === undefined ? missing : 'Valor inválido'),
    })
    .pipe(amountSchema);

const professionalFields = (kind: HolderKind | 'either') => ({
  monthlyIncome: incomeSchema(HOLDER_MESSAGES[kind].monthlyIncome),
  occupation: text(2, 80, HOLDER_MESSAGES[kind].occupation),
});

export const professionalStep = (kind: HolderKind) => z.object(professionalFields(kind));

export const credentialsStep = z.object({
  username: text(3, 40, 'Nome de usuário deve ter no mínimo 3 caracteres').transform((name) =>
    name.toLowerCase(),
  ),
  email: emailSchema,
  password: newPasswordSchema,
});

export const confirmationStep = z.object({
  acceptedTerms: z.literal(true, { error: 'Você deve aceitar os Termos de Uso' }),
});

/**
 * `cpf` for a person, `cnpj` for a company; masks are removed. `isAdult` checks the age on the bank's date.
 */
export const registerSchema = z
  .object({
    ...personalFields('either'),
    ...addressStep.shape,
    ...professionalFields('either'),
    ...credentialsStep.shape,
    ...confirmationStep.shape,
  })
  .check(holderRule);
export type RegisterInput = z.output<typeof registerSchema>;

const NOT_ADULT_MESSAGE = 'É preciso ter 18 anos ou mais';
const FUTURE_DATE_MESSAGE = 'Data não pode estar no futuro';

export const isAdult = (birthDate: string, today: string): boolean =>
  ageOn(birthDate, today) >= ADULT_AGE_YEARS;

/** Null if valid. */
export function birthDateProblem(birthDate: string, today: string, isCompany: boolean): string | null {
  if (birthDate > today) return FUTURE_DATE_MESSAGE;
  return isCompany || isAdult(birthDate, today) ? null : NOT_ADULT_MESSAGE;
}

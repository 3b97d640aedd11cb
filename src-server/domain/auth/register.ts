import { z } from 'zod';
import { amountSchema } from '#domain/amount';
import { cepSchema } from '#domain/cep';
import { ageOn } from '#domain/date';
import { isKnownDay } from '#domain/day-schema';
import { ADULT_AGE_YEARS, PASSWORD_LENGTH } from '#domain/limits';
import { phoneSchema } from '#domain/phone';
import { STATES } from '#domain/state';
import { parseCnpj, parseCpf } from '#domain/tax-id';
import { optionalTextSchema as optionalText, textSchema as text } from '#domain/text-schema';

/** A document with or without mask. An empty one stays '', so that the rule below knows which was asked for. */
const document = (parse: (text: string) => string | null, error: string) =>
  z
    .string({ error })
    .max(30, { error })
    .nullish()
    .transform((typed, context) => {
      if (typed === null || typed === undefined) return undefined;
      if (typed.trim() === '') return '';
      const digits = parse(typed);
      if (digits !== null) return digits;
      context.addIssue({ code: 'custom', message: error });
      return z.NEVER;
    });

/** An e-mail address, in small letters ('Email inválido', section 5). */
export const emailSchema = z
  .string({ error: 'Email inválido' })
  .trim()
  .toLowerCase()
  .max(254, { error: 'Email inválido' })
  .pipe(z.email({ error: 'Email inválido' }));

/** A password to be set: 8 to 128 characters, taken as typed. */
export const newPasswordSchema = z
  .string({ error: `Senha deve ter no mínimo ${PASSWORD_LENGTH.min} caracteres` })
  .min(PASSWORD_LENGTH.min, { error: `Senha deve ter no mínimo ${PASSWORD_LENGTH.min} caracteres` })
  .max(PASSWORD_LENGTH.max, { error: `Senha deve ter no máximo ${PASSWORD_LENGTH.max} caracteres` });

/** Name, documents, phone and day of birth; of a company: registered name, CNPJ, phone and day of opening. */
const personalFields = {
  fullName: text(2, 120, 'Nome deve ter no mínimo 2 caracteres'),
  cpf: document(parseCpf, 'CPF inválido'),
  cnpj: document(parseCnpj, 'CNPJ inválido'),
  rg: optionalText(20),
  phone: phoneSchema,
  birthDate: z
    .string({ error: 'Data é obrigatória' })
    .min(1, { error: 'Data é obrigatória' })
    .refine((day) => day === '' || isKnownDay(day), { error: 'Data inválida' }),
};

const MIN_RG_LENGTH = 5;

type Holder = Partial<Record<'cpf' | 'cnpj' | 'rg', unknown>>;

/** A person has a CPF and RG or CNH; a company has a CNPJ in place of both. Runs whatever else is wrong. */
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

/** Step 1 of the registration: with `cpf` and `rg` for a person, with `cnpj` for a company. */
export const personalStep = z.object(personalFields).check(holderRule);

/** Step 2. The state comes out in capitals, the postal code as digits. */
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

/** Step 3: income, or a company's revenue, a month (integer cents once read), and what one lives on. */
export const professionalStep = z.object({
  monthlyIncome: amountSchema,
  occupation: text(2, 80, 'Ocupação é obrigatória'),
});

/** Step 4. User name and e-mail come out in small letters. */
export const credentialsStep = z.object({
  username: text(3, 40, 'Nome de usuário deve ter no mínimo 3 caracteres').transform((name) =>
    name.toLowerCase(),
  ),
  email: emailSchema,
  password: newPasswordSchema,
});

/** Step 5. */
export const confirmationStep = z.object({
  acceptedTerms: z.literal(true, { error: 'Você deve aceitar os Termos de Uso' }),
});

/**
 * The whole registration (sections 3 and 5): `cpf` for a person, `cnpj` in its place for a company. Documents, phone and
 * postal code may come with their masks and come out without, `monthlyIncome` comes out as integer cents. The age is
 * checked against the bank's day, by `isAdult`.
 */
export const registerSchema = z
  .object({
    ...personalFields,
    ...addressStep.shape,
    ...professionalStep.shape,
    ...credentialsStep.shape,
    ...confirmationStep.shape,
  })
  .check(holderRule);
export type RegisterInput = z.output<typeof registerSchema>;

/** What a person who is too young is told. */
const NOT_ADULT_MESSAGE = 'É preciso ter 18 anos ou mais';
/** What is said of a day of birth, or of opening, that has not come yet. */
const FUTURE_DATE_MESSAGE = 'Data não pode estar no futuro';

/** Whether a person born on that day is 18 or over on the other one (both 'YYYY-MM-DD'). */
export const isAdult = (birthDate: string, today: string): boolean =>
  ageOn(birthDate, today) >= ADULT_AGE_YEARS;

/** What is wrong with a day of birth (of opening, for a company) seen from `today`; null when nothing is. */
export function birthDateProblem(birthDate: string, today: string, isCompany: boolean): string | null {
  if (birthDate > today) return FUTURE_DATE_MESSAGE;
  return isCompany || isAdult(birthDate, today) ? null : NOT_ADULT_MESSAGE;
}

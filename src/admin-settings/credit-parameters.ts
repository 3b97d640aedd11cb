import type { RouterOutputs } from '../trpc.ts';

export type CreditParameters = RouterOutputs['credit']['parameters']['get'];

/** A parameter's path: `rates.baixo`. */
export type ParameterName = {
  [Group in keyof CreditParameters]: `${Group}.${Extract<keyof CreditParameters[Group], string>}`;
}[keyof CreditParameters];

type Field = { name: ParameterName; label: string; unit: string };

export const PARAMETER_GROUPS: { title: string; fields: Field[] }[] = [
  {
    title: 'Taxa por nível de risco',
    fields: [
      { name: 'rates.muito_baixo', label: 'Risco muito baixo', unit: 'a.m.' },
      { name: 'rates.baixo', label: 'Risco baixo', unit: 'a.m.' },
      { name: 'rates.moderado', label: 'Risco moderado', unit: 'a.m.' },
      { name: 'rates.alto', label: 'Risco alto', unit: 'a.m.' },
      { name: 'rates.muito_alto', label: 'Risco muito alto', unit: 'a.m.' },
    ],
  },
  {
    title: 'Desconto na taxa por garantia',
    fields: [
      { name: 'discounts.casa', label: 'Casa', unit: 'a.m.' },
      { name: 'discounts.carro', label: 'Carro', unit: 'a.m.' },
      { name: 'discounts.moto', label: 'Moto', unit: 'a.m.' },
    ],
  },
  {
    title: 'IOF',
    fields: [
      { name: 'iof.dailyPercent', label: 'Diário', unit: 'ao dia' },
      { name: 'iof.additionalPercent', label: 'Adicional', unit: 'uma vez' },
    ],
  },
  {
    title: 'Atraso',
    fields: [
      { name: 'late.finePercent', label: 'Multa', unit: 'uma vez' },
      { name: 'late.monthlyInterestPercent', label: 'Juros', unit: 'a.m.' },
    ],
  },
];

/** Percent as decimal text. */
export function parameterAt(parameters: CreditParameters, name: ParameterName): string {
  const [group = '', member = ''] = name.split('.');
  const values: Record<string, Record<string, string>> = parameters;
  return values[group]?.[member] ?? '';
}

export type Change = { label: string; unit: string; from: string; to: string };

/** Each label includes its group, since a discount and a rate may share a name. */
export const changesOf = (before: CreditParameters, after: CreditParameters): Change[] =>
  PARAMETER_GROUPS.flatMap(({ title, fields }) =>
    fields.flatMap(({ name, label, unit }) => {
      const from = parameterAt(before, name);
      const to = parameterAt(after, name);
      return from === to ? [] : [{ label: `${title}: ${label}`, unit, from, to }];
    }),
  );

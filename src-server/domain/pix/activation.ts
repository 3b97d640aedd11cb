export type ActivationData = {
  cpf: string | null;
  cnpj: string | null;
  phone: string | null;
  zipCode: string | null;
  street: string | null;
  number: string | null;
  neighborhood: string | null;
  monthlyIncomeCents: number | null;
};

/** Missing fields with their Portuguese labels. */
export function missingForActivation(user: ActivationData): Record<string, string> {
  const lacks: [string, string, boolean][] = [
    ['cpf', 'CPF ou CNPJ', !user.cpf && !user.cnpj],
    ['phone', 'Telefone', !user.phone],
    ['zipCode', 'CEP', !user.zipCode],
    ['street', 'Rua', !user.street],
    ['number', 'Número', !user.number],
    ['neighborhood', 'Bairro', !user.neighborhood],
    ['monthlyIncome', 'Renda mensal', user.monthlyIncomeCents === null || user.monthlyIncomeCents <= 0],
  ];
  return Object.fromEntries(
    lacks.flatMap(([field, label, isMissing]) => (isMissing ? [[field, label]] : [])),
  );
}

/** A product that everybody may invest in from R$ 10,00 on. */
export const PRODUCT = {
  name: 'CDB Vale 90',
  description: 'Renda fixa com prazo de 90 dias',
  minAmount: '10.00',
  annualRate: '12.00',
  termDays: 90,
};

import { formatDay } from '#domain/date';
import { RISK_LEVEL_LABELS, type RiskLevel } from '#domain/investment/words';
import { INCOME_TAX_BRACKETS } from '#domain/investment/yield';
import { formatBrl } from '#domain/money';
import { formatPercent } from '#domain/percent';
import type { NewContract } from '#server/contract/make';
import type { InvestmentRow, ProductRow } from './shapes.ts';

/** Change with every change of the clauses; stored in each contract. */
const TEXT_VERSION = 'investimento-2026-11';

export function investmentContract(investment: InvestmentRow, product: ProductRow): NewContract {
  return {
    type: 'investment',
    userId: investment.userId,
    relatedId: investment.id,
    title: `Aplicação em ${product.name}`,
    textVersion: TEXT_VERSION,
    terms: [
      { name: 'Produto', text: product.name },
      { name: 'Valor aplicado', text: formatBrl(investment.amountCents) },
      { name: 'Taxa', text: `${formatPercent(investment.annualRate)} ao ano (base 252 dias úteis)` },
      { name: 'Data da aplicação', text: formatDay(investment.startOn) },
      { name: 'Vencimento', text: formatDay(investment.maturityOn) },
      { name: 'Valor bruto no vencimento', text: formatBrl(investment.expectedReturnCents) },
      { name: 'Risco', text: RISK_LEVEL_LABELS[product.riskLevel as RiskLevel] },
    ],
    clauses: CLAUSES,
    schedule: null,
  };
}

const brackets = INCOME_TAX_BRACKETS.map(({ upToDays, percent: tax }) =>
  Number.isFinite(upToDays)
    ? `até ${upToDays} dias, ${formatPercent(tax)}`
    : `acima disso, ${formatPercent(tax)}`,
).join('; ');

const CLAUSES = [
  {
    title: 'Objeto',
    text: 'O cliente aplica o valor indicado nas condições, que passa da sua conta corrente para a sua conta de investimento e rende à taxa contratada, prefixada, do dia da aplicação, inclusive, até o vencimento, exclusive.',
  },
  {
    title: 'Rendimento',
    text: 'O valor bruto é o valor aplicado multiplicado por (1 + taxa/100) elevado à fração de dias úteis bancários sobre 252, arredondado uma única vez, ao centavo mais próximo (meio centavo para cima). Vencimento em dia não útil passa ao dia útil seguinte.',
  },
  {
    title: 'Tributos',
    text: `Sobre o rendimento incide imposto de renda regressivo por dias corridos (Lei 11.033/2004): ${brackets}. Antes do trigésimo dia, no resgate ou no vencimento, incide também IOF regressivo (Decreto 6.306/2007, anexo), calculado sobre o rendimento antes do imposto de renda, que incide sobre o restante. Cada tributo é arredondado uma vez, da mesma forma, e retido no pagamento.`,
  },
  {
    title: 'Resgate antecipado',
    text: 'O cliente pode resgatar o valor inteiro a qualquer momento antes do vencimento e recebe o principal e o rendimento até o dia, menos os tributos. No próprio dia da aplicação recebe exatamente o principal.',
  },
  {
    title: 'Vencimento',
    text: 'No vencimento o banco credita o principal e o rendimento líquido na conta corrente do cliente, sem que ele precise pedir.',
  },
  {
    title: 'Assinatura',
    text: 'As partes aceitam a assinatura eletrônica por código de uso único enviado ao e-mail do cliente (MP 2.200-2/2001, art. 10, § 2º). A aplicação rende desde o seu dia, ainda que a assinatura venha depois.',
  },
];

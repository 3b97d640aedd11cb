import type { LateRates } from '#domain/credit/late';
import { DEFAULT_AFTER_OVERDUE } from '#domain/credit/standing';
import type { CreditParameters, LoanTerms } from '#domain/credit/terms';
import { type CollateralType, SIGNATURE_DAYS } from '#domain/credit/words';
import { formatDay } from '#domain/date';
import { formatBrl } from '#domain/money';
import { formatPercent } from '#domain/percent';
import type { NewContract } from '#server/contract/make';
import type { ProposalRow } from './shapes.ts';

/** Change with every change of the clauses; stored in each contract. */
const TEXT_VERSION = 'credito-2026-11';

const COLLATERAL_LABELS: Record<CollateralType, string> = { moto: 'Moto', carro: 'Carro', casa: 'Imóvel' };

export function creditContract(
  proposal: ProposalRow,
  terms: LoanTerms,
  { iof, late }: Pick<CreditParameters, 'iof' | 'late'>,
): NewContract {
  const rate = `${formatPercent(proposal.interestRate)} ao mês, prefixada`;
  return {
    type: 'credit',
    userId: proposal.userId,
    relatedId: proposal.id,
    title: `Crédito de ${formatBrl(proposal.amountCents)} em ${proposal.termMonths}x`,
    textVersion: TEXT_VERSION,
    terms: [
      { name: 'Finalidade', text: proposal.purpose },
      { name: 'Valor do crédito', text: formatBrl(proposal.amountCents) },
      {
        name: 'IOF',
        text: `${formatBrl(terms.iof.totalCents)} (diário de ${formatBrl(terms.iof.dailyCents)}, adicional de ${formatBrl(terms.iof.additionalCents)})`,
      },
      { name: 'Valor liberado', text: formatBrl(terms.netCents) },
      { name: 'Taxa de juros', text: rate },
      {
        name: 'Custo efetivo total (CET)',
        text: `${formatPercent(terms.cet.annualPercent)} ao ano, ${formatPercent(terms.cet.monthlyPercent)} ao mês`,
      },
      { name: 'Número de parcelas', text: String(proposal.termMonths) },
      { name: 'Valor da parcela', text: formatBrl(terms.instalmentCents) },
      { name: 'Total a pagar', text: formatBrl(terms.totalCents) },
      { name: 'Atraso', text: lateText(late) },
      { name: 'Garantia', text: collateralText(proposal) },
    ],
    clauses: clauses(late, iof),
    schedule: scheduleOf(terms),
  };
}

const lateText = ({ finePercent, monthlyInterestPercent }: LateRates): string =>
  `multa de ${formatPercent(finePercent)} e juros de mora de ${formatPercent(monthlyInterestPercent)} ao mês`;

function collateralText(row: ProposalRow): string {
  const type = row.collateralType;
  if (type === null) return 'Sem garantia';
  const label = COLLATERAL_LABELS[type as CollateralType];
  if (row.collateralPlate === null) return label;
  return `${label}, placa ${row.collateralPlate}, RENAVAM ${row.collateralRenavam}, chassi ${row.collateralChassis}, ano ${row.collateralMadeYear}/${row.collateralModelYear}`;
}

const scheduleOf = ({ rows }: LoanTerms): NewContract['schedule'] => ({
  note: 'Vencimentos contados do dia deste contrato; se a assinatura vier depois, contam do dia da liberação, de mês em mês, e os valores das parcelas não mudam.',
  columns: ['Nº', 'Vencimento', 'Parcela', 'Principal', 'Juros', 'Saldo'],
  rows: rows.map((row) => [
    String(row.number),
    formatDay(row.dueOn),
    formatBrl(row.paymentCents),
    formatBrl(row.principalCents),
    formatBrl(row.interestCents),
    formatBrl(row.balanceCents),
  ]),
});

const clauses = (late: LateRates, iof: CreditParameters['iof']): NewContract['clauses'] => [
  {
    title: 'Objeto',
    text: 'O banco empresta ao cliente o valor do crédito, que o cliente devolve com juros, nas parcelas do cronograma, pelo sistema de parcelas constantes (tabela Price). A última parcela absorve o arredondamento.',
  },
  {
    title: 'Liberação',
    text: `O valor, menos o IOF, é creditado na conta corrente do cliente no ato da assinatura. Não assinado em ${SIGNATURE_DAYS} dias, este contrato perde o efeito e nada é devido.`,
  },
  {
    title: 'Tributos e custo efetivo total',
    text: `Incide IOF (Decreto 6.306/2007, art. 7º) de ${formatPercent(iof.dailyPercent)} ao dia sobre cada parte do principal, até 365 dias, e de ${formatPercent(iof.additionalPercent)} sobre o total. O IOF e o custo efetivo total (Resolução CMN 4.881/2020) das condições são os de uma liberação no dia deste contrato; liberado em outro dia, contam os dias exatos. Não há tarifas.`,
  },
  {
    title: 'Pagamento',
    text: 'O cliente pode pagar cada parcela quando quiser. No vencimento o banco a debita da conta corrente, se houver saldo até o fim desse dia; vencimento em dia não útil pode ser pago no dia útil seguinte, sem acréscimo. Parcela vencida é debitada assim que houver saldo, a mais antiga primeiro.',
  },
  {
    title: 'Pagamento antecipado',
    text: 'A parcela paga antes do vencimento vale o seu valor presente à taxa deste contrato: os juros que ainda não correram são descontados (Código de Defesa do Consumidor, art. 52, § 2º).',
  },
  {
    title: 'Atraso',
    text: `Parcela paga em atraso tem ${lateText(late)}, proporcionais aos dias desde o vencimento. Com ${DEFAULT_AFTER_OVERDUE} parcelas vencidas o crédito é considerado inadimplido até que sejam pagas.`,
  },
  {
    title: 'Análise e revisão',
    text: 'A proposta teve uma análise automática, que orienta a decisão tomada por uma pessoa. O cliente pode pedir explicação e revisão (Lei 13.709/2018, art. 20).',
  },
  {
    title: 'Assinatura',
    text: 'As partes aceitam a assinatura eletrônica por código de uso único enviado ao e-mail do cliente (MP 2.200-2/2001, art. 10, § 2º).',
  },
];

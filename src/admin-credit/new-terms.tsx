import { chakra } from '@chakra-ui/react';
import { formatShare, incomeShare } from '#domain/credit/income-share';
import type { LoanTerms } from '#domain/credit/terms';
import { formatBrl, toDecimal } from '#domain/money';
import { formatPercent } from '#domain/percent';
import { Facts } from '../ui/fact.tsx';
import { Money } from '../ui/money.tsx';
import type { Proposal } from './use-proposals.ts';

type NewTermsProps = { proposal: Proposal; interestRate: string; terms: LoanTerms };

export function NewTerms({ proposal, interestRate, terms }: NewTermsProps) {
  const { instalmentCents, totalCents, iof, netCents, cet } = terms;
  const instalment = toDecimal(instalmentCents);
  const share = incomeShare(instalment, proposal.explanation.monthlyIncome ?? '');
  const isOther = instalment !== proposal.monthlyPayment;
  return (
    <Facts
      aria-live="polite"
      of={{
        Taxa: `${formatPercent(interestRate)} a.m.`,
        [isOther ? 'Nova parcela' : 'Parcela']: (
          <>
            <span className="num">
              {proposal.termMonths} × <Money cents={instalmentCents} fontWeight="700" exposed />
            </span>
            {isOther && (
              <chakra.span color="fg.muted" display="block" fontWeight="400" textStyle="sm">
                na proposta, <Money decimal={proposal.monthlyPayment} exposed />
              </chakra.span>
            )}
          </>
        ),
        'Comprometimento de renda': share !== null && formatShare(share),
        'Total a pagar': formatBrl(totalCents),
        'IOF e líquido na conta': `${formatBrl(iof.totalCents)} · ${formatBrl(netCents)}`,
        CET: `${formatPercent(cet.monthlyPercent)} a.m. · ${formatPercent(cet.annualPercent)} a.a.`,
      }}
    />
  );
}

import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { Send } from 'lucide-react';
import { formatPercent } from '#domain/percent';
import { Facts } from '../ui/fact.tsx';
import { OutcomeDisc } from '../ui/move-mark.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import type { Proposal } from './draft.ts';
import { InstalmentLine } from './instalment-line.tsx';
import { STEPS } from './steps.ts';

export function SentStep({ proposal, onAgain }: { proposal: Proposal; onAgain: () => void }) {
  return (
    <Stack gap="5" maxWidth="44rem">
      <StepHeading {...STEPS} step={2} title="Proposta enviada" takesFocus />
      <Stack gap="2" align="start">
        <OutcomeDisc icon={Send} />
        <InstalmentLine termMonths={proposal.termMonths} monthlyPayment={proposal.monthlyPayment} />
      </Stack>
      <Facts
        of={{
          Finalidade: proposal.purpose,
          'Taxa de juros': `${formatPercent(proposal.interestRate)} a.m.`,
          CET: `${formatPercent(proposal.cetMonthly)} a.m. · ${formatPercent(proposal.cetAnnual)} a.a.`,
          'Pontuação da análise automática': `${proposal.aiRiskScore} de 1000`,
        }}
      />
      <Text>Avisaremos por notificação e por e-mail assim que houver uma decisão.</Text>
      <Flex gap="3" direction={{ base: 'column', md: 'row' }} wrap="wrap">
        <Button asChild>
          <a href={`#proposta-${proposal.id}`}>Acompanhar a proposta</a>
        </Button>
        <Button variant="outline" onClick={onAgain}>
          Fazer outra simulação
        </Button>
      </Flex>
    </Stack>
  );
}

import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { Send } from 'lucide-react';
import { formatPercent } from '#domain/percent';
import { Fact } from '../ui/fact.tsx';
import { OutcomeDisc } from '../ui/move-mark.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import type { Proposal } from './draft.ts';
import { InstalmentLine } from './instalment-line.tsx';
import { PROPOSAL_STEPS, PROPOSAL_STEPS_LABEL } from './steps.ts';

export function SentStep({ proposal, onAgain }: { proposal: Proposal; onAgain: () => void }) {
  return (
    <Stack gap="5" maxWidth="44rem">
      <StepHeading
        steps={PROPOSAL_STEPS}
        label={PROPOSAL_STEPS_LABEL}
        step={2}
        title="Proposta enviada"
        takesFocus
      />
      <Stack gap="2" align="start">
        <OutcomeDisc icon={Send} />
        <InstalmentLine termMonths={proposal.termMonths} monthlyPayment={proposal.monthlyPayment} />
      </Stack>
      <chakra.dl margin="0">
        <Fact name="Finalidade">{proposal.purpose}</Fact>
        <Fact name="Taxa de juros">
          <span className="num">{formatPercent(proposal.interestRate)} a.m.</span>
        </Fact>
        <Fact name="CET">
          <span className="num">
            {formatPercent(proposal.cetMonthly)} a.m. · {formatPercent(proposal.cetAnnual)} a.a.
          </span>
        </Fact>
        <Fact name="Pontuação da análise automática">
          <span className="num">{proposal.aiRiskScore} de 1000</span>
        </Fact>
      </chakra.dl>
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

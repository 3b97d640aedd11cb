import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { Sprout } from 'lucide-react';
import { formatPercent } from '#domain/percent';
import { trpc } from '../trpc.ts';
import { formatDay } from '../ui/date.ts';
import { Facts } from '../ui/fact.tsx';
import { LinkButton } from '../ui/links.tsx';
import { Money } from '../ui/money.tsx';
import { OutcomeDisc } from '../ui/move-mark.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { type Investment, STEPS } from './shapes.ts';

export function DoneStep({ investment, onAgain }: { investment: Investment; onAgain: () => void }) {
  const contracts = trpc.contract.list.useQuery();
  const contract = contracts.data?.find(({ relatedId }) => relatedId === investment.id);
  return (
    <Stack gap="5">
      <StepHeading {...STEPS} step={2} title="Investimento realizado" takesFocus />
      <Stack gap="2" align="start">
        <OutcomeDisc icon={Sprout} />
        <Money decimal={investment.amount} size="hero" exposed />
      </Stack>
      <Facts
        of={{
          Produto: investment.productName,
          Taxa: `${formatPercent(investment.rate)} a.a.`,
          Vencimento: formatDay(investment.maturityDate),
          'Bruto no vencimento': <Money decimal={investment.expectedReturn} exposed />,
        }}
      />
      <Text>Já está rendendo. Falta assinar o contrato, com um código que vai para o seu e-mail.</Text>
      <Flex gap="3" direction={{ base: 'column', md: 'row' }} wrap="wrap">
        {!contract && contracts.isFetching ? (
          <Button loading loadingText="Abrindo o contrato…">
            Ler e assinar o contrato
          </Button>
        ) : (
          <LinkButton
            to="/client/contracts"
            search={contract ? { contrato: contract.id } : { situacao: 'pending_signature' }}
          >
            Ler e assinar o contrato
          </LinkButton>
        )}
        <Button variant="outline" onClick={onAgain}>
          Investir mais
        </Button>
      </Flex>
    </Stack>
  );
}

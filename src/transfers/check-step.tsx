import { Alert, Button, chakra, Flex, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { formatBrl, parseDecimal } from '#domain/money';
import { Fact } from '../ui/fact.tsx';
import { useFocusBack } from '../ui/focus-back.ts';
import { Money } from '../ui/money.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import type { TransferDraft } from './form-schema.ts';
import type { Holder } from './holder.ts';

type CheckStepProps = {
  draft: TransferDraft;
  holder: Holder;
  from: { accountNumber: string; balance: string } | undefined;
  outcome: 'none' | 'unknown';
  pending: boolean;
  /** Why the last try was refused, in the bank's words. */
  refusal: string | null;
  onSend: () => void;
  onBack: () => void;
};

/** Step 2, conferir: who gets how much, and what is left. The button says the act. */
export function CheckStep(props: CheckStepProps) {
  const { draft, holder, from, outcome, pending, refusal, onSend, onBack } = props;
  const amountCents = parseDecimal(String(draft.amount)) ?? 0;
  const isUnknown = outcome === 'unknown';
  const sendButton = useFocusBack(pending);
  return (
    <Stack gap="6">
      <StepHeading label="Passos da transferência" step={1} title="Confira antes de enviar" takesFocus />
      <Stack gap="1">
        <Money cents={amountCents} size="hero" exposed />
        <Text textStyle="lg">
          para <chakra.strong fontWeight="600">{holder.name}</chakra.strong>
        </Text>
      </Stack>
      <chakra.dl margin="0">
        <Fact name="CPF ou CNPJ">
          <span className="num">{holder.document}</span>
        </Fact>
        <Fact name="Conta de destino">
          <span className="num">{holder.accountNumber}</span>
        </Fact>
        <Fact name="Instituição">ValeBank</Fact>
        <Fact name="Descrição">{draft.description}</Fact>
        <Fact name="Quando">Agora</Fact>
        {from && (
          <>
            <Fact name="Sai da conta">
              <span className="num">{from.accountNumber}</span>
            </Fact>
            <Fact name="Saldo depois">
              <Money cents={(parseDecimal(from.balance) ?? 0) - amountCents} />
            </Fact>
          </>
        )}
      </chakra.dl>
      <div role="alert">
        {isUnknown && !pending && <UnknownOutcome />}
        {refusal !== null && !pending && (
          <Alert.Root status="error">
            <Alert.Indicator />
            <Alert.Content>
              <Alert.Title>{isUnknown ? 'Ainda sem resposta' : 'A transferência não foi feita'}</Alert.Title>
              <Alert.Description>{refusal}</Alert.Description>
            </Alert.Content>
          </Alert.Root>
        )}
      </div>
      <Flex gap="3" direction={{ base: 'column-reverse', md: 'row' }}>
        {!isUnknown && (
          <Button variant="outline" onClick={onBack} disabled={pending}>
            <ArrowLeft size={18} aria-hidden />
            Voltar
          </Button>
        )}
        <Button
          ref={sendButton}
          onClick={onSend}
          loading={pending}
          loadingText="Enviando…"
          height="auto"
          minHeight="11"
          paddingBlock="2"
        >
          {isUnknown ? 'Tentar de novo' : `Enviar ${formatBrl(amountCents)} para ${holder.name}`}
        </Button>
      </Flex>
    </Stack>
  );
}

/** No answer is not a no: the same request may be sent again, since its key lets it happen only once. */
function UnknownOutcome() {
  return (
    <Alert.Root status="warning">
      <Alert.Indicator />
      <Alert.Content gap="1">
        <Alert.Title>Não sabemos se a transferência foi feita</Alert.Title>
        <Alert.Description>
          A resposta do banco não chegou. Tente de novo: o pedido é o mesmo, e o valor sai uma vez só. Se
          preferir, confira antes as{' '}
          <StyledLink asChild variant="underline">
            <Link to="/client/dashboard">transações recentes</Link>
          </StyledLink>
          .
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}

import { Box, Button, CloseButton, Flex, Stack, Text } from '@chakra-ui/react';
import { type FormEvent, useRef, useState } from 'react';
import { BOLETO_TOO_SHORT, boletoFaultText, lineDigits, readLineSoFar } from '#domain/account/boleto-line';
import type { FillProps } from '../shared-movement/move-flow.tsx';
import type { Recipient } from '../shared-recipients/recipient.ts';
import { RecipientStrip } from '../shared-recipients/recipient-strip.tsx';
import { wordsOf } from '../shared-recipients/recipient-words.ts';
import { RetryButton } from '../ui/error-state.tsx';
import { FieldBox } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasteButton, ReadCodeLink } from '../ui/paste-button.tsx';
import { httpStatusOf, messageOf, serverErrorOf } from '../ui/server-error.ts';
import { StepHeading } from '../ui/step-heading.tsx';
import { useBoletoLookup } from './boleto-lookup.ts';
import type { BoletoDraft, BoletoFound } from './boleto-payment.ts';
import { LineBox } from './line-box.tsx';
import { LineFacts } from './line-facts.tsx';

type BoletoFillProps = FillProps<BoletoDraft, BoletoFound> & {
  /** The bank's date: decides which cycle a line's due date factor belongs to. */
  today: string;
};

const NO_ANSWER = 'Não foi possível consultar o boleto agora. O código continua aqui: tente de novo.';

export function BoletoFill({ draft, today, takesFocus, onReview }: BoletoFillProps) {
  const [digits, setDigits] = useState(draft.line);
  const [expected, setExpected] = useState(draft.expected ?? null);
  const [isTooShort, setTooShort] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const { refusal, checking, check, forget } = usePreview(onReview);
  const state = readLineSoFar(digits, today);
  const wrong = state.kind === 'wrong' ? boletoFaultText(state.fault, digits) : null;
  const error = wrong ?? (isTooShort ? BOLETO_TOO_SHORT : (refusal?.ofLine ?? null));

  function take(next: string) {
    setDigits(next);
    setTooShort(false);
    forget();
  }

  /** A scanned barcode is converted to the printed line. */
  function takePasted(text: string) {
    const reading = readLineSoFar(text, today);
    take(reading.kind === 'read' ? reading.boleto.line : lineDigits(text));
    box.current?.focus();
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    if (state.kind === 'read') return check({ line: state.boleto.line, expected });
    setTooShort(state.kind !== 'wrong');
    box.current?.focus();
  }

  return (
    <Stack gap="6">
      <StepHeading
        label="Passos do pagamento"
        step={0}
        title="Qual boleto você quer pagar?"
        takesFocus={takesFocus}
      />
      <RecipientStrip
        kind="boleto"
        onPick={(recipient) => {
          setExpected(recipient);
          box.current?.focus();
        }}
      />
      <form noValidate aria-label="Código do boleto" onSubmit={submit}>
        <Stack gap="4">
          {expected && <Expected recipient={expected} onForget={() => setExpected(null)} />}
          <FieldBox
            label="Código do boleto"
            hint={<Hint missing={state.kind === 'partial' ? state.missing : null} />}
            error={error ?? undefined}
          >
            <LineBox digits={digits} onDigits={take} onPasted={takePasted} box={box} />
          </FieldBox>
          {state.kind === 'read' && <LineFacts boleto={state.boleto} today={today} />}
          <Box role="alert" _empty={{ position: 'absolute' }}>
            {refusal !== null && refusal.ofLine === null && !checking && (
              <Unanswered text={refusal.text} onRetry={() => void submit()} />
            )}
          </Box>
          <Flex gap="3" direction={{ base: 'column', md: 'row' }}>
            <Button type="submit" loading={checking} loadingText="Consultando…">
              Continuar
            </Button>
            <PasteButton label="Colar o código do boleto" field={() => box.current} onPaste={takePasted} />
            <ReadCodeLink />
          </Flex>
        </Stack>
      </form>
    </Stack>
  );
}

function Expected({ recipient, onForget }: { recipient: Recipient; onForget: () => void }) {
  return (
    <Flex
      align="center"
      justify="space-between"
      gap="3"
      bg="bg.subtle"
      borderRadius="control"
      paddingInline="4"
    >
      <Text role="status" paddingBlock="2">
        Boleto de <strong>{wordsOf(recipient).name}</strong>: avisamos se quem recebe for outro.
      </Text>
      <CloseButton aria-label="Pagar a qualquer beneficiário" onClick={onForget} />
    </Flex>
  );
}

function Hint({ missing }: { missing: number | null }) {
  if (missing === null) return '47 dígitos de um boleto, ou 48 de uma conta ou tributo';
  return (
    <Text as="span" className="num">
      {missing === 1 ? 'Falta 1 dígito' : `Faltam ${missing} dígitos`}
    </Text>
  );
}

const Unanswered = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <Notice status="error" title="O boleto não foi consultado">
    {text}
    <RetryButton onRetry={onRetry} />
  </Notice>
);

/** Why a boleto could not be looked up: its line (`ofLine`), or an unanswered call. */
type Refusal = { text: string; ofLine: string | null };

function usePreview(onReview: BoletoFillProps['onReview']) {
  const lookUp = useBoletoLookup();
  const [checking, setChecking] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function check(draft: BoletoDraft) {
    setChecking(true);
    try {
      await onReview(draft, await lookUp(draft.line));
    } catch (error) {
      const text = messageOf(error, NO_ANSWER);
      const isLine = [400, 404, 409].includes(httpStatusOf(error) ?? 0);
      setRefusal({ text, ofLine: isLine ? (serverErrorOf(error)?.fields?.line ?? text) : null });
    } finally {
      setChecking(false);
    }
  }

  return { refusal, checking, check, forget: () => setRefusal(null) };
}

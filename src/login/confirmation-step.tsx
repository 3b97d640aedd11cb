import { Box, Button, Checkbox, chakra, Flex, Heading, Stack } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { formatDay } from '#domain/date';
import { decimalToDisplay } from '../ui/decimal-text.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { Notice } from '../ui/notice.tsx';
import { part } from '../ui/part.tsx';
import {
  fieldLabel,
  fieldsOf,
  type HolderKind,
  LAST_STEP,
  type RegisterField,
  type RegisterValues,
  STEPS,
  type StepIndex,
  stepAt,
  stepTitle,
} from './register-steps.ts';
import { WizardProgress } from './wizard-progress.tsx';

const TermsDialog = part('TermsDialog', () => import('./terms-dialog.tsx'));

type ConfirmationStepProps = {
  kind: HolderKind;
  values: RegisterValues;
  failure: string | null;
  /** The bank has a registration with these data already. */
  isKnown: boolean;
  pending: boolean;
  onAccept: (accepted: boolean) => void;
  onEdit: (step: StepIndex) => void;
  onBack: () => void;
  onOpenAccount: () => void;
};

export function ConfirmationStep({
  kind,
  values,
  failure,
  isKnown,
  pending,
  ...props
}: ConfirmationStepProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const submitButton = useFocusBack(pending);
  useEffect(() => heading.current?.focus(), []);

  return (
    <chakra.form
      noValidate
      aria-label="Cadastro"
      onSubmit={(event) => {
        event.preventDefault();
        if (values.acceptedTerms && !pending) props.onOpenAccount();
      }}
    >
      <Stack gap="6">
        <WizardProgress step={LAST_STEP} kind={kind} headingRef={heading} />
        {STEPS.slice(0, LAST_STEP).map(({ title }, place) => (
          <ReviewedStep
            key={title}
            step={stepAt(place)}
            kind={kind}
            values={values}
            onEdit={() => props.onEdit(stepAt(place))}
          />
        ))}
        <TermsChoice accepted={values.acceptedTerms} onAccept={props.onAccept} />
        {failure !== null && <Refused failure={failure} isKnown={isKnown} />}
        <Flex gap="3" justify="space-between" direction={{ base: 'column-reverse', sm: 'row' }}>
          <Button type="button" variant="outline" disabled={pending} onClick={props.onBack}>
            Voltar
          </Button>
          <Button
            ref={submitButton}
            type="submit"
            minWidth="40"
            disabled={!values.acceptedTerms}
            loading={pending}
            loadingText="Abrindo a conta…"
          >
            Abrir Conta
          </Button>
        </Flex>
      </Stack>
    </chakra.form>
  );
}

function Refused({ failure, isKnown }: Pick<ConfirmationStepProps, 'isKnown'> & { failure: string }) {
  return (
    <Notice status="error" title={failure} role="alert">
      {isKnown && (
        <Stack gap="2" align="flex-start">
          Se o cadastro é seu, entre com a sua senha, ou crie outra se não se lembra dela.
          <Flex gap="3" wrap="wrap">
            <Button asChild variant="outline" size="sm" minHeight="11">
              <Link to="/login">Entrar na minha conta</Link>
            </Button>
            <Button asChild variant="outline" size="sm" minHeight="11">
              <Link to="/recuperar-senha">Esqueci minha senha</Link>
            </Button>
          </Flex>
        </Stack>
      )}
    </Notice>
  );
}

type ReviewedStepProps = { step: StepIndex; kind: HolderKind; values: RegisterValues; onEdit: () => void };

function ReviewedStep({ step, kind, values, onEdit }: ReviewedStepProps) {
  const title = stepTitle(step, kind);
  return (
    <Box as="section" aria-label={title} borderTopWidth="1px" paddingTop="4">
      <Flex justify="space-between" align="center" marginBottom="2">
        <Heading as="h3" size="md">
          {title}
        </Heading>
        <Button type="button" variant="ghost" size="sm" aria-label={`Editar ${title}`} onClick={onEdit}>
          Editar
        </Button>
      </Flex>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: '7.75rem 1fr', sm: 'minmax(7rem, 2fr) 3fr' }}
        columnGap={{ base: '2', sm: '4' }}
        rowGap="1.5"
      >
        {fieldsOf(step, kind)
          .filter((field) => shown(field, values) !== '')
          .map((field) => (
            <Box key={field} display="contents">
              <chakra.dt color="fg.muted">{fieldLabel(field, kind)}</chakra.dt>
              <chakra.dd className="num" overflowWrap="anywhere" margin="0">
                {shown(field, values)}
              </chakra.dd>
            </Box>
          ))}
      </chakra.dl>
    </Box>
  );
}

function shown(field: RegisterField, values: RegisterValues): string {
  if (field === 'acceptedTerms') return '';
  if (field === 'password') return 'Já definida';
  if (field === 'birthDate') return formatDay(values.birthDate);
  if (field === 'monthlyIncome') return `R$ ${decimalToDisplay(values.monthlyIncome)}`;
  return values[field].trim();
}

function TermsChoice({ accepted, onAccept }: { accepted: boolean; onAccept: (accepted: boolean) => void }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);

  function read() {
    setWanted(true);
    setOpen(true);
  }

  return (
    <Stack gap="1" align="flex-start" borderRadius="control" bg="bg.subtle" padding="4">
      <Checkbox.Root checked={accepted} onCheckedChange={({ checked }) => onAccept(checked === true)}>
        <Checkbox.HiddenInput />
        <Checkbox.Control />
        <Checkbox.Label>Li e aceito os Termos de Uso e a Política de Privacidade</Checkbox.Label>
      </Checkbox.Root>
      <Button type="button" variant="plain" size="sm" paddingInline="0" onClick={read}>
        Ler os termos
      </Button>
      {wanted && (
        <TermsDialog
          open={open}
          onClose={() => setOpen(false)}
          onAccept={() => {
            onAccept(true);
            setOpen(false);
          }}
        />
      )}
    </Stack>
  );
}

import { Button, Grid, Stack } from '@chakra-ui/react';
import type { FillProps } from '../shared-movement/move-flow.tsx';
import { trpc } from '../trpc.ts';
import { failureText } from '../ui/failure-text.ts';
import { Form, useZodForm } from '../ui/form.tsx';
import { StepHeading } from '../ui/step-heading.tsx';
import { AmountField } from './amount-field.tsx';
import { CollateralFields } from './collateral-fields.tsx';
import { type ProposalDraft, type Simulation, simulationOf } from './draft.ts';
import { PurposeField } from './purpose-field.tsx';
import { SimulationCard } from './simulation-card.tsx';
import { STEPS } from './steps.ts';
import { TermField } from './term-field.tsx';
import { useSimulation } from './use-simulation.ts';

/** Imported when typing begins, so that the screen opens without waiting for it. */
const draftRules = async () => (await import('./form-schema.ts')).draftSchema;

export function FillStep({ draft, takesFocus, onReview }: FillProps<ProposalDraft, Simulation>) {
  const utils = trpc.useUtils();
  const form = useZodForm<ProposalDraft>(draftRules, draft);
  const [amount, termMonths, collateral, collateralAnoFabricacao] = form.watch([
    'amount',
    'termMonths',
    'collateral',
    'collateralAnoFabricacao',
  ]);
  const simulation = useSimulation({ amount, termMonths, collateral, collateralAnoFabricacao });

  async function review(values: ProposalDraft) {
    const asked = simulationOf(values);
    if (!asked) return;
    try {
      // Refetched at today's rates: the simulation on screen may be a day old.
      await onReview(values, await utils.credit.simulate.fetch(asked, { staleTime: 0 }));
    } catch (error) {
      const message = failureText(error, 'Não foi possível simular este crédito');
      form.setError('amount', { message }, { shouldFocus: true });
    }
  }

  return (
    <Stack gap="6">
      <StepHeading {...STEPS} step={0} title="Nova proposta" takesFocus={takesFocus} />
      <Form form={form} onSubmit={review} label="Dados da proposta">
        <Grid
          templateColumns={{ base: '1fr', lg: 'minmax(0, 1fr) minmax(0, 24rem)' }}
          gap={{ base: '6', lg: '8' }}
          alignItems="start"
        >
          <Stack gap="6" minWidth="0">
            <AmountField />
            <TermField />
            <PurposeField />
            <CollateralFields />
          </Stack>
          <Stack gap="4" minWidth="0" position={{ lg: 'sticky' }} top={{ lg: '20' }}>
            <SimulationCard {...simulation} />
            <Button type="submit" loading={form.formState.isSubmitting} loadingText="Calculando…">
              Conferir proposta
            </Button>
          </Stack>
        </Grid>
      </Form>
    </Stack>
  );
}

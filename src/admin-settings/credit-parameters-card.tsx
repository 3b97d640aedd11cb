import { Box, Button, Grid, Heading } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatPercent } from '#domain/percent';
import { type RouterOutputs, trpc } from '../trpc.ts';
import { Facts } from '../ui/fact.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { part } from '../ui/part.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { PARAMETER_GROUPS, parameterAt } from './credit-parameters.ts';

const CreditParametersDialog = part('CreditParametersDialog', () => import('./credit-parameters-dialog.tsx'));

type Parameters = RouterOutputs['credit']['parameters']['get'];

export function CreditParametersCard() {
  const query = trpc.credit.parameters.get.useQuery();
  const [editing, setEditing] = useState(false);
  return (
    <SectionCard
      title="Parâmetros de crédito"
      description="Valem para as próximas propostas e aprovações. O que já foi contratado não muda."
      aside={
        query.data && (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setEditing(true)}>
            <Pencil size={18} aria-hidden />
            Editar parâmetros
          </Button>
        )
      }
    >
      <Fetched
        query={query}
        failure="Não foi possível carregar os parâmetros de crédito"
        skeleton={<RowsSkeleton rows={6} label="Carregando os parâmetros de crédito…" />}
      >
        {(parameters) => <Shown parameters={parameters} />}
      </Fetched>
      {editing && query.data && (
        <CreditParametersDialog parameters={query.data} onClose={() => setEditing(false)} />
      )}
    </SectionCard>
  );
}

function Shown({ parameters }: { parameters: Parameters }) {
  return (
    <Grid
      columnGap="10"
      rowGap="6"
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
    >
      {PARAMETER_GROUPS.map(({ title, fields }) => (
        <Box key={title} minWidth="0">
          <Heading as="h3" size="sm" fontWeight="600" marginBottom="2">
            {title}
          </Heading>
          <Facts
            of={Object.fromEntries(
              fields.map(({ name, label, unit }) => [
                label,
                `${formatPercent(parameterAt(parameters, name))} ${unit}`,
              ]),
            )}
          />
        </Box>
      ))}
    </Grid>
  );
}

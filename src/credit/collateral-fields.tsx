import { SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { formatPercent } from '#domain/percent';
import { trpc } from '../trpc.ts';
import { FormField } from '../ui/form.tsx';
import { RadioChips } from '../ui/radio-chips.tsx';
import { CleanInput } from './clean-input.tsx';
import { COLLATERAL_OPTIONS, isVehicle, type ProposalDraft } from './draft.ts';

export function CollateralFields() {
  const { watch } = useFormContext<ProposalDraft>();
  const parameters = trpc.credit.parameters.get.useQuery();
  const collateral = watch('collateral');
  const discount = collateral !== 'nenhuma' ? parameters.data?.discounts[collateral] : undefined;
  return (
    <Stack gap="4">
      <RadioChips name="collateral" label="Garantia" options={COLLATERAL_OPTIONS} />
      <Text color="fg.muted" textStyle="sm" role="status">
        {collateral === 'nenhuma' && 'Uma garantia melhora a análise e diminui a taxa de juros.'}
        {discount !== undefined &&
          `Esta garantia tira ${formatPercent(discount)} ao mês da taxa da sua faixa de risco.`}
      </Text>
      {isVehicle(collateral) && (
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
          <FormField name="collateralRenavam" label="RENAVAM" hint="11 dígitos, no documento do veículo.">
            <CleanInput keep="digits" limit={11} />
          </FormField>
          <FormField name="collateralPlaca" label="Placa" hint="Sem o traço: ABC1D23 ou ABC1234.">
            <CleanInput keep="letters" limit={7} />
          </FormField>
          <FormField name="collateralChassis" label="Chassi" hint="17 letras e números.">
            <CleanInput keep="letters" limit={17} />
          </FormField>
          <SimpleGrid columns={2} gap="4">
            <FormField name="collateralAnoFabricacao" label="Fabricação" hint="Ano">
              <CleanInput keep="digits" limit={4} />
            </FormField>
            <FormField name="collateralAnoModelo" label="Modelo" hint="Ano">
              <CleanInput keep="digits" limit={4} />
            </FormField>
          </SimpleGrid>
        </SimpleGrid>
      )}
    </Stack>
  );
}

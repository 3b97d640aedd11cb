import { Box, Grid, GridItem, Stack, Text } from '@chakra-ui/react';
import { FormField } from '../ui/form.tsx';
import { MaskedInput } from '../ui/masked-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { ADDRESS_LABELS } from './address-labels.ts';
import { useZipLookup } from './zip-lookup.ts';

export function AddressFields() {
  const { lookup, search } = useZipLookup();
  return (
    <Stack gap="5">
      <Box>
        <Box maxWidth={{ sm: '14rem' }}>
          <FormField
            name="zipCode"
            label={ADDRESS_LABELS.zipCode}
            hint={lookup.state === 'idle' ? 'Preenche o endereço por você.' : undefined}
          >
            <MaskedInput mask="cep" autoComplete="postal-code" onValue={search} />
          </FormField>
        </Box>
        <Text
          role="status"
          textStyle="sm"
          marginTop={lookup.text === '' ? '0' : '1.5'}
          color={lookup.state === 'failed' ? 'fg.error' : 'fg.muted'}
        >
          {lookup.text}
        </Text>
      </Box>
      <Grid templateColumns="repeat(6, minmax(0, 1fr))" gap="5">
        <GridItem colSpan={{ base: 6, sm: 4 }}>
          <FormField name="street" label={ADDRESS_LABELS.street}>
            <TextInput autoComplete="address-line1" />
          </FormField>
        </GridItem>
        <GridItem colSpan={{ base: 6, sm: 2 }}>
          <FormField name="number" label={ADDRESS_LABELS.number}>
            <TextInput autoComplete="off" />
          </FormField>
        </GridItem>
        <GridItem colSpan={{ base: 6, sm: 3 }}>
          <FormField name="complement" label={ADDRESS_LABELS.complement} optional>
            <TextInput autoComplete="address-line2" />
          </FormField>
        </GridItem>
        <GridItem colSpan={{ base: 6, sm: 3 }}>
          <FormField name="neighborhood" label={ADDRESS_LABELS.neighborhood}>
            <TextInput autoComplete="address-level3" />
          </FormField>
        </GridItem>
        <GridItem colSpan={{ base: 6, sm: 4 }}>
          <FormField name="city" label={ADDRESS_LABELS.city}>
            <TextInput autoComplete="address-level2" />
          </FormField>
        </GridItem>
        <GridItem colSpan={{ base: 3, sm: 2 }}>
          <FormField name="state" label={ADDRESS_LABELS.state}>
            <TextInput upperCase maxLength={2} autoComplete="address-level1" autoCapitalize="characters" />
          </FormField>
        </GridItem>
      </Grid>
    </Stack>
  );
}

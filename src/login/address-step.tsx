import { Box, Grid, GridItem, Stack, Text } from '@chakra-ui/react';
import { FormField } from '../ui/form.tsx';
import { MaskedInput } from '../ui/masked-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { fieldLabel, type HolderKind } from './register-steps.ts';
import { useZipLookup } from './zip-lookup.ts';

/** Step 2: where the holder lives or works; the postal code fills in what it knows. */
export function AddressStep({ kind }: { kind: HolderKind }) {
  const { lookup, search } = useZipLookup();
  return (
    <Stack gap="5">
      <Box>
        <Box maxWidth={{ sm: '14rem' }}>
          <FormField
            name="zipCode"
            label={fieldLabel('zipCode', kind)}
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
          <FormField name="street" label={fieldLabel('street', kind)}>
            <TextInput autoComplete="address-line1" />
          </FormField>
        </GridItem>
        <GridItem colSpan={{ base: 6, sm: 2 }}>
          <FormField name="number" label={fieldLabel('number', kind)}>
            <TextInput autoComplete="off" />
          </FormField>
        </GridItem>
        <GridItem colSpan={{ base: 6, sm: 3 }}>
          <FormField name="complement" label={fieldLabel('complement', kind)} optional>
            <TextInput autoComplete="address-line2" />
          </FormField>
        </GridItem>
        <GridItem colSpan={{ base: 6, sm: 3 }}>
          <FormField name="neighborhood" label={fieldLabel('neighborhood', kind)}>
            <TextInput autoComplete="address-level3" />
          </FormField>
        </GridItem>
        <GridItem colSpan={{ base: 6, sm: 4 }}>
          <FormField name="city" label={fieldLabel('city', kind)}>
            <TextInput autoComplete="address-level2" />
          </FormField>
        </GridItem>
        <GridItem colSpan={{ base: 3, sm: 2 }}>
          <FormField name="state" label={fieldLabel('state', kind)}>
            <TextInput upperCase maxLength={2} autoComplete="address-level1" autoCapitalize="characters" />
          </FormField>
        </GridItem>
      </Grid>
    </Stack>
  );
}

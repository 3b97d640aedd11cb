import { Box, Flex, Spinner, Text } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { isAccountNumber, parseAccountNumber } from '#domain/account/number';
import { trpc } from '../trpc.ts';
import { FormField } from '../ui/form.tsx';
import { MaskedInput } from '../ui/masked-input.tsx';
import { messageOf } from '../ui/server-error.ts';
import type { TransferDraft } from './transfer-flow.ts';

const NO_ANSWER = 'Não foi possível buscar o titular. Continue para tentar de novo.';

/** Why the bank need not be asked about this number, or null when only it can tell. */
export function wrongNumber(accountNumber: string, ownNumbers: readonly string[]): string | null {
  if (ownNumbers.includes(accountNumber)) return 'Não é possível transferir para a própria conta';
  return isAccountNumber(accountNumber) ? null : 'Número de conta inválido: confira os dígitos';
}

/** The account that receives: once its number is complete, the bank says who holds it, or why it cannot receive. */
export function HolderField({ ownNumbers }: { ownNumbers: readonly string[] }) {
  const { setError, clearErrors, control, formState } = useFormContext<TransferDraft>();
  const typed = useWatch({ control, name: 'accountNumber' });
  const complete = parseAccountNumber(typed);
  const wrong = complete === null ? null : wrongNumber(complete, ownNumbers);
  const asks = complete !== null && wrong === null;
  const holder = trpc.account.lookup.useQuery({ accountNumber: complete ?? '' }, { enabled: asks });

  const failure = wrong ?? (asks && holder.error ? messageOf(holder.error, NO_ANSWER) : null);
  const shown = formState.errors.accountNumber?.message;
  // The form's own validation, which knows nothing of holders, takes the message away after each change.
  useEffect(() => {
    if (failure && shown !== failure) setError('accountNumber', { type: 'lookup', message: failure });
  }, [failure, shown, setError]);

  return (
    <Box>
      <FormField name="accountNumber" label="Conta de destino" hint="Oito dígitos, no formato 0000-0000">
        <MaskedInput
          mask="account"
          placeholder="0000-0000"
          autoComplete="off"
          onValue={() => clearErrors('accountNumber')}
        />
      </FormField>
      <Box role="status" minHeight="6" marginTop="1.5">
        {asks && holder.isFetching && (
          <Flex align="center" gap="2" color="fg.muted" textStyle="sm">
            <Spinner size="sm" />
            Buscando titular…
          </Flex>
        )}
        {asks && holder.data && (
          <Flex align="center" gap="2" color="positive.fg">
            <CircleCheck size={18} aria-hidden />
            <Text>
              <Text as="span" fontWeight="600">
                {holder.data.name}
              </Text>{' '}
              <Text as="span" color="fg.muted" textStyle="sm" className="num">
                {holder.data.document}
              </Text>
            </Text>
          </Flex>
        )}
      </Box>
    </Box>
  );
}

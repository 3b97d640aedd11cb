import { chakra, Spinner } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { isAccountNumber, parseAccountNumber } from '#domain/account/number';
import { trpc } from '../trpc.ts';
import { FormField } from '../ui/form.tsx';
import { MaskedInput } from '../ui/masked-input.tsx';
import { messageOf } from '../ui/server-error.ts';
import type { TransferDraft } from './form-schema.ts';
import type { Holder } from './holder.ts';

const NO_ANSWER = 'Não foi possível buscar o titular. Continue para tentar de novo.';

/** Null if nothing is wrong that this device can see; the server decides. */
export function accountNumberError(accountNumber: string, ownNumbers: readonly string[]): string | null {
  if (ownNumbers.includes(accountNumber)) return 'Não é possível transferir para a própria conta';
  return isAccountNumber(accountNumber) ? null : 'Número de conta inválido: confira os dígitos';
}

/** Shows the holder, or why the account cannot receive, once the number is complete. */
export function HolderField({ ownNumbers }: { ownNumbers: readonly string[] }) {
  const { clearErrors, control } = useFormContext<TransferDraft>();
  const typed = useWatch({ control, name: 'accountNumber' });
  const complete = parseAccountNumber(typed);
  const wrong = complete === null ? null : accountNumberError(complete, ownNumbers);
  const asks = complete !== null && wrong === null;
  const holder = trpc.account.lookup.useQuery({ accountNumber: complete ?? '' }, { enabled: asks });

  const failure = wrong ?? (asks && holder.error ? messageOf(holder.error, NO_ANSWER) : null);
  return (
    <FormField
      name="accountNumber"
      label="Conta de destino"
      // Not set as a form error: the form's own validation would clear it.
      failure={failure ?? undefined}
      hint={
        <chakra.span role="status">
          {asks && holder.isFetching && <Searching />}
          {asks && holder.data && <Found holder={holder.data} />}
          {!(asks && (holder.isFetching || holder.data)) && 'Oito dígitos, no formato 0000-0000'}
        </chakra.span>
      }
    >
      <MaskedInput
        mask="account"
        placeholder="0000-0000"
        autoComplete="off"
        onValue={() => clearErrors('accountNumber')}
      />
    </FormField>
  );
}

function Searching() {
  return (
    <chakra.span display="flex" alignItems="center" gap="2">
      <Spinner size="xs" />
      Buscando titular…
    </chakra.span>
  );
}

function Found({ holder }: { holder: Holder }) {
  return (
    <chakra.span display="flex" alignItems="center" gap="2" color="positive.fg" textStyle="md">
      <chakra.span flexShrink={0} aria-hidden>
        <CircleCheck size={18} />
      </chakra.span>
      <span>
        <chakra.strong fontWeight="600">{holder.name}</chakra.strong>{' '}
        <chakra.span color="fg.muted" textStyle="sm" className="num" whiteSpace="nowrap">
          {holder.document}
        </chakra.span>
      </span>
    </chakra.span>
  );
}

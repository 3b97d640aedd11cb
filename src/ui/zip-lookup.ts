import { useRef, useState } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';
import { api, type RouterOutputs } from '../trpc.ts';
import { serverErrorOf } from './server-error.ts';
import { toast } from './toast.ts';

type PostalAddress = RouterOutputs['account']['cep'];

/** What the look-up reads and fills in of the form around it. */
type AddressValues = Record<'zipCode' | 'street' | 'number' | 'neighborhood' | 'city' | 'state', string>;

/** What the look-up has to say: read out, and shown below the postal code. */
export type ZipLookup = {
  state: 'idle' | 'searching' | 'found' | 'failed';
  text: string;
};

const IDLE: ZipLookup = { state: 'idle', text: '' };

const ADDRESS_FIELDS = [
  ['street', 'logradouro'],
  ['neighborhood', 'bairro'],
  ['city', 'localidade'],
  ['state', 'uf'],
] as const satisfies readonly (readonly [keyof AddressValues, keyof PostalAddress])[];

/**
 * Looks a postal code up once its eight digits are there, fills in what the answer knows and leads to the first field
 * it does not. When the service fails, the address is typed by hand.
 */
export function useZipLookup(): { lookup: ZipLookup; search: (masked: string) => void } {
  const form = useFormContext<AddressValues>();
  const [lookup, setLookup] = useState<ZipLookup>(IDLE);
  const asked = useRef('');

  async function search(masked: string) {
    const cep = masked.replace(/\D/g, '');
    if (cep === asked.current) return;
    asked.current = cep;
    if (cep.length !== 8) return setLookup(IDLE);
    setLookup({ state: 'searching', text: 'Buscando o endereço…' });
    const before = form.getValues();
    const outcome = await api.account.cep.fetch({ cep }).then(
      (address) => () => setLookup(fillIn(form, address, before)),
      (error: unknown) => () => setLookup(tellFailure(error)),
    );
    // The person may have typed another code meanwhile.
    if (asked.current === cep) outcome();
  }

  return { lookup, search };
}

/** Fills in what the answer knows; what was typed since the question was asked stays, and so does the focus then. */
function fillIn(
  form: UseFormReturn<AddressValues>,
  address: PostalAddress,
  before: AddressValues,
): ZipLookup {
  for (const [field, key] of ADDRESS_FIELDS) {
    if (address[key] === '' || form.getValues(field) !== before[field]) continue;
    form.setValue(field, address[key], { shouldValidate: form.formState.isSubmitted, shouldDirty: true });
  }
  const { activeElement } = document;
  const stillThere = activeElement === null || activeElement.getAttribute('name') === 'zipCode';
  if (stillThere) form.setFocus(form.getValues('street').trim() === '' ? 'street' : 'number');
  return { state: 'found', text: announcement(address) };
}

/** What is read out once the address is filled in. */
function announcement({ logradouro, bairro, localidade, uf }: PostalAddress): string {
  const place = [logradouro, bairro, `${localidade}/${uf}`].filter((part) => part !== '').join(', ');
  const next = logradouro === '' ? 'Informe a rua e o número.' : 'Informe o número.';
  return `Endereço encontrado: ${place}. ${next}`;
}

function tellFailure(error: unknown): ZipLookup {
  const title = serverErrorOf(error)?.code === 'CEP_NOT_FOUND' ? 'CEP não encontrado' : 'Erro ao buscar CEP';
  toast({ title, description: 'Preencha o endereço manualmente.', tone: 'error' });
  return { state: 'failed', text: `${title}. Confira o CEP ou preencha o endereço manualmente.` };
}

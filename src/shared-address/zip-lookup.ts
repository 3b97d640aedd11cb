import { useRef, useState } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';
import { api, type RouterOutputs } from '../trpc.ts';
import { serverErrorOf } from '../ui/server-error.ts';
import { toast } from '../ui/toast.ts';

type PostalAddress = RouterOutputs['account']['cep'];

type AddressValues = Record<'zipCode' | 'street' | 'number' | 'neighborhood' | 'city' | 'state', string>;

/** The look-up's message, shown below the postal code and announced. */
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

/** Fills in the address and focuses the first unknown field. If the service fails, the address is typed by hand. */
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
      (error: unknown) => () => setLookup(toastFailure(error)),
    );
    // Another code may have been typed meanwhile.
    if (asked.current === cep) outcome();
  }

  return { lookup, search };
}

/** Fills in known fields. Keeps text typed since the request, and the focus if it has left the postal code. */
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
  const isAtZipCode = activeElement === null || activeElement.getAttribute('name') === 'zipCode';
  if (isAtZipCode) form.setFocus(form.getValues('street').trim() === '' ? 'street' : 'number');
  return { state: 'found', text: announcement(address) };
}

/** Announced once the address is filled in. */
function announcement({ logradouro, bairro, localidade, uf }: PostalAddress): string {
  const place = [logradouro, bairro, `${localidade}/${uf}`].filter((part) => part !== '').join(', ');
  const next = logradouro === '' ? 'Informe a rua e o número.' : 'Informe o número.';
  return `Endereço encontrado: ${place}. ${next}`;
}

function toastFailure(error: unknown): ZipLookup {
  const title = serverErrorOf(error)?.code === 'CEP_NOT_FOUND' ? 'CEP não encontrado' : 'Erro ao buscar CEP';
  toast({ title, description: 'Preencha o endereço manualmente.', tone: 'error' });
  return { state: 'failed', text: `${title}. Confira o CEP ou preencha o endereço manualmente.` };
}

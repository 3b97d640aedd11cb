import { useEffect, useMemo, useState } from 'react';
import { boletoFaultText } from '#domain/account/boleto-line';
import type { Role } from '#domain/auth/role';
import { MAX_RECIPIENTS } from '#domain/limits';
import { BR_CODE_FAULTS, readPixTarget } from '#domain/pix/input';
import { addressOf } from '#domain/places';
import { type Recognised, recognise } from '#domain/recognise';
import { plainText } from '#domain/text';
import { trpc } from '../trpc.ts';
import type { Query } from '../ui/fetched.tsx';
import { type Found, type Section, sectionsFor } from './palette-entries.ts';

const DEBOUNCE_MS = 250;
/** Maximum number of people shown, and minimum query length to search for them. */
const PEOPLE = 6;
const MIN_LETTERS = 2;
const MAX_QUERY = 100;

/** `people`: the search for people, if there is one · `fault`: the error in a pasted code */
export type Answer = { sections: Section[]; people: Query<Found[]> | null; fault: string | null };

export function usePalette(role: Role, typed: string, today: string): Answer {
  // Not debounced: Enter must select from the current results.
  const query = typed.trim();
  const recognised = useMemo(() => recognise(query, today), [query, today]);
  const clients = useClients(role, query, recognised);
  const recipients = useRecipients(role, query);
  const people = clients ?? recipients;
  const sections = useMemo(
    () => sectionsFor(role, query, { recognised, people: people?.data ?? [] }),
    [role, query, recognised, people?.data],
  );
  return { sections, people, fault: faultOf(recognised) };
}

/** For administrators: customers by name, e-mail or whole document, debounced. Codes are never searched for. */
function useClients(role: Role, query: string, recognised: Recognised[]): Query<Found[]> | null {
  const wanted = useSettled(query.slice(0, MAX_QUERY));
  const isName = recognised.every(({ kind }) => kind === 'taxId' || kind === 'pixKey');
  const enabled = role === 'admin' && isName && wanted.length >= MIN_LETTERS;
  const list = trpc.admin.users.list.useQuery(
    { q: wanted, limit: PEOPLE },
    {
      enabled,
      staleTime: 0,
      select: ({ users }) =>
        users.map(({ id, fullName, cpf, cnpj, email, role: theirs }) => ({
          id,
          name: fullName,
          detail: theirs === 'admin' ? `Administrador · ${email}` : (cpf ?? cnpj ?? ''),
          href:
            theirs === 'admin'
              ? addressOf('/admin/users', { busca: fullName })
              : addressOf('/admin/clients/$id/history', {}, { id }),
        })),
    },
  );
  if (!enabled) return null;
  return { ...list, isFetching: list.isFetching || wanted !== query.slice(0, MAX_QUERY) };
}

/** For customers: accounts they have paid, by name or nickname. */
function useRecipients(role: Role, query: string): Query<Found[]> | null {
  const isAsking = role === 'cliente' && query.length >= MIN_LETTERS;
  const list = trpc.account.recipients.useQuery({ limit: MAX_RECIPIENTS }, { enabled: isAsking });
  const data = useMemo(
    () =>
      list.data
        ?.map(({ id, name, nickname, accountNumber }) => ({
          id,
          name: [nickname, name].filter(Boolean).join(' · '),
          detail: `Conta ${accountNumber}`,
          href: addressOf('/client/transfers', { conta: accountNumber ?? '' }),
        }))
        .filter(({ name }) => plainText(name).includes(plainText(query))),
    [list.data, query],
  );
  return isAsking ? { ...list, data } : null;
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Why the code cannot be paid. */
function pixFaultOf(payload: string): string | null {
  const target = readPixTarget(payload);
  return 'fault' in target ? target.fault : null;
}

/** The error in an almost valid code. */
function faultOf(recognised: Recognised[]): string | null {
  const [found] = recognised;
  switch (found?.kind) {
    case 'brokenBoleto':
      return boletoFaultText(found.fault, found.digits);
    case 'brokenPixCode':
      return BR_CODE_FAULTS[found.fault];
    case 'pixCode':
      return pixFaultOf(found.payload);
    case 'brokenAccount':
      return 'Número de conta inválido: confira os dígitos';
    default:
      return null;
  }
}

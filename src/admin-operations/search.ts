import type { Standing } from '#domain/credit/standing-words';
import { DELAYS, type Delay } from '#domain/credit/words';
import { searchWords } from '../ui/search-words.ts';
import { STANDING_LOOKS } from '../ui/standing-badge.tsx';

/** What the address of the operations may carry. */
export type OperationsSearch = { busca?: string; status?: Standing; atraso?: Delay | 'novo' };

/** Every standing, in the order in which the screen shows them. */
export const STANDING_CHOICES = [
  'adimplente',
  'em_atraso',
  'negativado',
  'finalizado',
] as const satisfies Standing[];

/** `'30'`, or 30 as the router reads it, or `novo` → the delay; none for anything else. */
const delayNamed = (value: unknown): OperationsSearch['atraso'] =>
  value === 'novo' ? value : DELAYS.find((delay) => String(delay) === String(value));

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function parseOperationsSearch(search: Record<string, unknown>): OperationsSearch {
  const busca = searchWords(search.busca);
  const status = STANDING_CHOICES.find((standing) => standing === search.status);
  const atraso = delayNamed(search.atraso);
  return { ...(busca && { busca }), ...(status && { status }), ...(atraso && { atraso }) };
}

/** The address → what the bank is asked for. */
export function filtersOf({ busca, status, atraso }: OperationsSearch) {
  return {
    ...(busca && { q: busca }),
    ...(status && { status }),
    ...(atraso && { delay: atraso === 'novo' ? 'new' : atraso }),
  };
}

/** The delays to choose from; '' is all. */
export const DELAY_OPTIONS = [
  { value: '', label: 'Com ou sem' },
  { value: 'novo', label: 'Venceu nos últimos 7 dias' },
  { value: '1', label: '1 dia ou mais' },
  { value: '30', label: 'Mais de 30 dias' },
  { value: '90', label: 'Mais de 90 dias' },
] as const;

/** The choices of the filter; '' is all. */
export const STATUS_OPTIONS = [
  { value: '', label: 'Todas' },
  ...STANDING_CHOICES.map((value) => ({ value, label: STANDING_LOOKS[value].label })),
] as const;

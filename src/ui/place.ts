import { useSearch } from '@tanstack/react-router';
import { type Place, type SearchOf, searchOf } from '#domain/places';

/** What the address of the open screen carries; what is not usable is left out. */
export function usePlace<Of extends Place>(place: Of): SearchOf<Of> {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return searchOf(place, search);
}

import { useSearch } from '@tanstack/react-router';
import { type Place, type SearchOf, searchOf } from '#domain/places';

/** Search parameters of the current screen; invalid ones are dropped. */
export function usePlace<Of extends Place>(place: Of): SearchOf<Of> {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return searchOf(place, search);
}

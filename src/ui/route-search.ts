import type { Place, SearchOf } from '#domain/places';

/**
 * Declares a route's search parameters. The screen reads them (`usePlace`): validating here would rewrite the
 * address.
 */
export const routeSearch =
  <Of extends Place>(_place: Of) =>
  (search: Record<string, unknown>) =>
    search as SearchOf<Of>;

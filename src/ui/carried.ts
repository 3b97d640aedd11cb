import type { Place, SearchOf } from '#domain/places';

/**
 * For a route: its address carries what the table of places says. The screen reads it (`usePlace`): read here, an address
 * would be rewritten as it is opened.
 */
export const carried =
  <Of extends Place>(_place: Of) =>
  (search: Record<string, unknown>) =>
    search as SearchOf<Of>;

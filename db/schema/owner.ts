import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';

/** A column with the user whose row it is. */
export const ownerIn =
  (kit: Kit, { users }: Pick<ReturnType<typeof authTables>, 'users'>) =>
  () =>
    kit
      .id('user_id')
      .notNull()
      .references(() => users.id);

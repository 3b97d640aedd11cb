/** The two audiences of the bank; the words are the specification's (section 3). */
export const ROLES = ['cliente', 'admin'] as const;

/** cliente: a customer · admin: an administrator. */
export type Role = (typeof ROLES)[number];

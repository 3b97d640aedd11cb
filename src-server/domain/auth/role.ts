export const ROLES = ['cliente', 'admin'] as const;

export type Role = (typeof ROLES)[number];

import type { Role } from '#domain/auth/role';

/** Where a person lands after signing in, and where paths of the other role lead. */
export function homeOf(role: Role): '/admin/dashboard' | '/client/dashboard' {
  return role === 'admin' ? '/admin/dashboard' : '/client/dashboard';
}

/** The path to return to after signing in: only one of this site's own portal, so that no link can lead elsewhere. */
export function ownPath(next: unknown): string | null {
  return typeof next === 'string' && /^\/(client|admin)\/[^\\]*$/.test(next) ? next : null;
}

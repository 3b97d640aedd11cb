import type { Role } from '#domain/auth/role';

/** Where a person lands after signing in, and where paths of the other role lead. */
export function homeOf(role: Role): '/admin/dashboard' | '/client/dashboard' {
  return role === 'admin' ? '/admin/dashboard' : '/client/dashboard';
}

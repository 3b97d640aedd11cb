import type { Role } from '#domain/auth/role';

export function homeOf(role: Role): '/admin/dashboard' | '/client/dashboard' {
  return role === 'admin' ? '/admin/dashboard' : '/client/dashboard';
}

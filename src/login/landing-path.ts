import type { Role } from '#domain/auth/role';
import { ownPath } from '#domain/public-places';
import { homeOf } from '../ui/paths.ts';

export function landingPath(role: Role, next: string | undefined): string {
  const path = ownPath(next);
  const portal = role === 'admin' ? '/admin/' : '/client/';
  return path?.startsWith(portal) ? path : homeOf(role);
}

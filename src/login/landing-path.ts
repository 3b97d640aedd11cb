import type { Role } from '#domain/auth/role';
import { ownPath } from '#domain/public-places';
import { homeOf } from '../ui/paths.ts';

/** Where to go after signing in: the path asked for when it belongs to the role's own portal, else the dashboard. */
export function landingPath(role: Role, next: string | undefined): string {
  const path = ownPath(next);
  const portal = role === 'admin' ? '/admin/' : '/client/';
  return path?.startsWith(portal) ? path : homeOf(role);
}

import { type ComponentType, lazy } from 'react';

/** A part that is fetched once the screen stands. Where it cannot be fetched it is not there, and the screen is. */
export function late<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const nothing: { default: ComponentType<Props> } = { default: () => null };
  return lazy(() => load().catch(() => nothing));
}

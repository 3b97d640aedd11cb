import { type ComponentType, lazy } from 'react';

/** A component loaded after the screen. If loading fails it renders nothing and the screen stays. */
export function optionalPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const nothing: { default: ComponentType<Props> } = { default: () => null };
  return lazy(() => load().catch(() => nothing));
}

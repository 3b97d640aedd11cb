/** Each does what the ones before it do, and more. */
export const BARE_ROUTES = {
  nothing: '/nothing',
  validation: '/validation',
  session: '/session',
  transfer: '/transfer',
} as const;

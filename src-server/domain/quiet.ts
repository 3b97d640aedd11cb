/** Marks background polling, which must not keep a session alive. Own file: part of the first load. */
export const QUIET_HEADER = 'x-quiet';

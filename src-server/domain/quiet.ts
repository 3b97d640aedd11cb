/**
 * A screen that asks by itself says so in this header: such a request does not keep its session open. In a file of its own,
 * since every visitor's browser reads it.
 */
export const QUIET_HEADER = 'x-quiet';

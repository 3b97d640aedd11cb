import { v7 } from 'uuid';

/** A new identifier: UUID v7, whose order follows the order of making, so that indexes grow at their end. */
export const newId = (): string => v7();

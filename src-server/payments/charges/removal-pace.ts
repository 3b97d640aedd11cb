import { Pace, RefusedCallers } from '../pace.ts';

/** Of the codes of charges that have just ended: many may end at the same moment. */
export const newRemovals = new Pace();

/** By customer, whose own key is used. */
export const refusedRemovals = new RefusedCallers();

/**
 * away: no answer, or broken; behind: has not replayed what was committed; foreign: not a standby of this primary, or of
 * another timeline.
 */
export const REPLICA_STANDINGS = ['ready', 'away', 'behind', 'foreign'] as const;
export type ReplicaStanding = (typeof REPLICA_STANDINGS)[number];

/** Why the primary answered. busy: no free connection, or the read was in the way of replaying. */
export type WhyPrimary = Exclude<ReplicaStanding, 'ready'> | 'busy';

export type ReplicaState = {
  standing: ReplicaStanding;
  lagSeconds: number;
  /** Queries since the start. */
  reads: Record<'replica' | WhyPrimary, number>;
};

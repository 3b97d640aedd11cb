import { secondsAfter } from '#domain/moment';
import type { PixKeyType } from './key.ts';

/** `portability`: the same holder's key at another institution · `ownership`: another holder's. DICT API 1.8.0, createClaim. */
export const CLAIM_KINDS = ['portability', 'ownership'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/** `claimer`: wants the key · `donor`: has it. */
export const CLAIM_ROLES = ['claimer', 'donor'] as const;
export type ClaimRole = (typeof CLAIM_ROLES)[number];

/** `asked`: the provider's answer is not known · `waiting`: for the donor · `confirmed`: the key has left the donor. */
export const CLAIM_STATUSES = ['asked', 'waiting', 'confirmed', 'completed', 'cancelled'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** Who or what ended a claim. `provider`: it says no more than that. */
export const CLAIM_ENDS = ['donor', 'claimer', 'deadline', 'provider'] as const;
export type ClaimEnd = (typeof CLAIM_ENDS)[number];

export const isOpenClaim = (status: ClaimStatus): boolean => status !== 'completed' && status !== 'cancelled';

/** Keys per account at the directory. */
export const MAX_KEYS = { person: 5, company: 20 };

const DAY_SECONDS = 24 * 3600;
/** The donor's time to answer, and until an unanswered claim of ownership ends. */
export const CLAIM_DAYS = { resolve: 7, complete: 14 };

/** Null: a key of this type cannot be claimed in this way. DICT API 1.8.0, createClaim: what may be claimed. */
export function claimKindFor(type: PixKeyType, isSameHolder: boolean): ClaimKind | null {
  if (type === 'EVP') return null;
  if (isSameHolder) return 'portability';
  return type === 'EMAIL' || type === 'PHONE' ? 'ownership' : null;
}

export type ClaimDeadlines = { resolveBy: Date; completeBy: Date };

/** A portability has no second term: it ends with the donor's answer, or without one at the first. */
export function claimDeadlines(kind: ClaimKind, createdAt: Date): ClaimDeadlines {
  const resolveBy = secondsAfter(createdAt, CLAIM_DAYS.resolve * DAY_SECONDS);
  if (kind === 'portability') return { resolveBy, completeBy: resolveBy };
  return { resolveBy, completeBy: secondsAfter(createdAt, CLAIM_DAYS.complete * DAY_SECONDS) };
}

type Running = ClaimDeadlines & { kind: ClaimKind; status: ClaimStatus };

/** What silence makes of a claim: a portability is cancelled, an ownership is confirmed after 7 days and ends after 14. */
export function afterSilence({ kind, status, resolveBy, completeBy }: Running, now: Date): ClaimStatus {
  if (!isOpenClaim(status) || status === 'asked') return status;
  if (status === 'waiting' && now < resolveBy) return 'waiting';
  if (status === 'waiting' && kind === 'portability') return 'cancelled';
  return now < completeBy ? 'confirmed' : 'completed';
}

export type ClaimAct = 'confirm' | 'cancel';

/** DICT API 1.8.0, confirmClaim and cancelClaim: who may do what, in which state. */
export function mayAct(
  act: ClaimAct,
  role: ClaimRole,
  { kind, status }: Pick<Running, 'kind' | 'status'>,
): boolean {
  if (act === 'confirm') return role === 'donor' && status === 'waiting';
  if (role === 'donor') return status === 'waiting';
  return status === 'waiting' || (status === 'confirmed' && kind === 'ownership');
}

const ORDER: Record<ClaimStatus, number> = { asked: 0, waiting: 1, confirmed: 2, completed: 3, cancelled: 3 };

/** Whether a claim may become this: never back, and not out of an end. */
export const isForward = (from: ClaimStatus, to: ClaimStatus): boolean =>
  isOpenClaim(from) && ORDER[to] > ORDER[from];

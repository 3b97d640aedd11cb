import { askedFor } from '#server/audit/money-write';
import type { SignedInContext } from '#server/kernel/context';
import type { TestBank } from '#server/testing/test-bank';
import type { Decision } from '../decision.ts';
import type { Item } from '../group.ts';

export const requestFrom = (ip: string) => ({
  id: 'test',
  ip,
  userAgent: 'vitest',
  deviceToken: null,
  challengeToken: null,
  sessionToken: null,
  bearerToken: null,
});

/** What `decideTogether` adds to a group. */
export const itemOf = <Input extends object, Facts extends object, Answer>(
  bank: TestBank,
  user: SignedInContext['user'],
  decision: Decision<Input, Facts, Answer>,
  input: Input,
  asked = askedFor(decision.operation, input),
): Item =>
  ({
    ctx: { ...bank, user, token: null, request: requestFrom('203.0.113.7') },
    decision,
    input,
    asked,
  }) as unknown as Item;

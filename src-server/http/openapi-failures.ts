import type { RefusalCode } from '#domain/refusal';
import { isOpenToTokens } from '#server/access/access-rule';
import type { DeclaredProcedure } from '#server/access/trpc';
import { isUnsafe } from '#server/http/http';
import { ROW_REFUSALS } from '#server/http/row-refusals';
import { REFUSALS } from '#server/kernel/refusals';

type Json = Record<string, unknown>;

type Row = { procedure: DeclaredProcedure; method: string; hasBody: boolean; takesKey: boolean };

/** The refusal codes of a row, by HTTP status. */
export function failuresOf(row: Row): Record<number, RefusalCode[]> {
  const own = ROW_REFUSALS[row.procedure.path] ?? [];
  const codes = [...new Set([...ofAccess(row), ...ofTransport(row), ...own, 'BUSY', 'UNAVAILABLE'] as const)];
  const byStatus: Record<number, RefusalCode[]> = {};
  for (const code of codes) {
    const { status } = REFUSALS[code];
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  return byStatus;
}

function ofAccess({ procedure, method }: Row): RefusalCode[] {
  const { access, withoutTwoFactor, freshProof } = procedure;
  const isOpen = access === 'public';
  const conditions: [boolean, RefusalCode][] = [
    [!isOpen, 'UNAUTHENTICATED'],
    [access === 'customer' || access === 'admin', 'FORBIDDEN'],
    [(access === 'signedIn' || access === 'admin') && !withoutTwoFactor, 'TWO_FACTOR_REQUIRED'],
    [!isOpen && !isOpenToTokens(procedure, { mayMoveMoney: false }), 'TOKEN_NOT_ALLOWED'],
    [freshProof !== null, 'REAUTHENTICATE'],
    [isUnsafe(method), 'BAD_ORIGIN'],
  ];
  return conditions.flatMap(([applies, code]) => (applies ? [code] : []));
}

function ofTransport({ procedure, hasBody, takesKey }: Row): RefusalCode[] {
  const conditions: [boolean, RefusalCode[]][] = [
    [procedure.inputs.length > 0, ['VALIDATION']],
    [hasBody, ['MALFORMED_BODY', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']],
    [takesKey, ['IDEMPOTENCY_KEY_REUSED', 'OUTCOME_UNKNOWN']],
  ];
  return conditions.flatMap(([applies, codes]) => (applies ? codes : []));
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Segundos a esperar', schema: { type: 'integer', minimum: 1 } },
};

/** The error responses of a row, by status, each with its codes and their texts. */
export function failureAnswers(row: Row): Json {
  const entries = Object.entries(failuresOf(row)).map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${REFUSALS[code].text}`).join('\n\n'),
      ...((status === '429' || status === '503') && { headers: RETRY_AFTER }),
      content: {
        'application/json': {
          schema: {
            allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }],
          },
        },
      },
    },
  ]);
  return { ...Object.fromEntries(entries), 500: { $ref: '#/components/responses/Failed' } };
}

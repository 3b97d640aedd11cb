import type { ContentfulStatusCode } from 'hono/utils/http-status';

export type Reason = { code: string; description: string };

/** Becomes `{errors: [{code, description}]}`. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly status: ContentfulStatusCode;
  readonly reasons: Reason[];

  constructor(status: ContentfulStatusCode, reasons: Reason[]) {
    super(reasons.map(({ code }) => code).join(', '));
    this.status = status;
    this.reasons = reasons;
  }
}

export const badRequest = (code: string, description: string): ProviderError =>
  new ProviderError(400, [{ code, description }]);

export const notFound = (description = 'Recurso não encontrado.'): ProviderError =>
  new ProviderError(404, [{ code: 'not_found', description }]);

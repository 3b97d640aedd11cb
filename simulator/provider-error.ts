import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** One reason, as the provider words it. */
export type Reason = { code: string; description: string };

/** The provider says no; becomes `{errors: [{code, description}]}`. */
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

/** 400 with one reason. */
export const badRequest = (code: string, description: string): ProviderError =>
  new ProviderError(400, [{ code, description }]);

/** 404, which the provider answers with an empty list of reasons' worth: one, of its own words. */
export const notFound = (description = 'Recurso não encontrado.'): ProviderError =>
  new ProviderError(404, [{ code: 'not_found', description }]);

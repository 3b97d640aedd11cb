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

export const refusal = (status: ContentfulStatusCode, code: string, description: string): ProviderError =>
  new ProviderError(status, [{ code, description }]);

export const badRequest = (code: string, description: string): ProviderError =>
  refusal(400, code, description);

export const notPermitted = (): ProviderError =>
  refusal(403, 'insufficient_permission', 'A chave de API utilizada não possui permissão.');

export const notFound = (description = 'Recurso não encontrado.'): ProviderError =>
  refusal(404, 'not_found', description);

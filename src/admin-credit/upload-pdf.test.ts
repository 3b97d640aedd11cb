import { describe, expect, it } from 'vitest';
import { RequestError } from '../fetch.ts';
import { complaintAbout, uploadFailure } from './upload-pdf.ts';

const MB = 1024 * 1024;

describe('a file for the analysis', () => {
  it.each([
    [{ type: 'application/pdf', size: 10 * MB }, null],
    [{ type: 'application/pdf', size: 10 * MB + 1 }, 'O arquivo deve ter no máximo 10MB'],
    [{ type: 'image/png', size: 1 }, 'Apenas arquivos PDF são permitidos'],
    [{ type: '', size: 20 * MB }, 'Apenas arquivos PDF são permitidos'],
  ])('%o: %s', (file, description) => {
    expect(complaintAbout(file)?.description ?? null).toBe(description);
  });

  const refused = (status: number, body: unknown) => new RequestError(status, '', body);
  it.each([
    [refused(413, { error: 'x' }), 'Arquivo muito grande', 'O arquivo deve ter no máximo 10MB'],
    [
      refused(400, { error: 'x', fields: { pdf: 'Apenas arquivos PDF são permitidos' } }),
      'Arquivo inválido',
      'Apenas arquivos PDF são permitidos',
    ],
    [
      refused(400, { error: 'x', fields: { pdf: 'O PDF traz script ou ação automática' } }),
      'Arquivo inválido',
      'Apenas arquivos PDF são permitidos. O PDF traz script ou ação automática.',
    ],
    [refused(500, null), 'Erro ao enviar PDF', 'Não foi possível fazer upload do arquivo'],
    [
      new Error('no answer'),
      'Erro ao enviar PDF',
      'O ValeBank não respondeu. Verifique sua conexão e tente de novo.',
    ],
  ])('refused by the bank: %s', (error, title, description) => {
    expect(uploadFailure(error)).toEqual({ title, description });
  });
});

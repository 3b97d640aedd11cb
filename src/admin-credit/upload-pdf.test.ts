import { describe, expect, it } from 'vitest';
import { RequestError } from '../fetch.ts';
import { complaintAbout, uploadFailure } from './upload-pdf.ts';

const MB = 1024 * 1024;

describe('a file for the analysis', () => {
  it.each([
    ['takes a PDF of 10 MB', { type: 'application/pdf', size: 10 * MB }, null],
    [
      'refuses a PDF one byte over 10 MB',
      { type: 'application/pdf', size: 10 * MB + 1 },
      'O arquivo deve ter no máximo 10MB',
    ],
    ['refuses a PNG', { type: 'image/png', size: 1 }, 'Apenas arquivos PDF são permitidos'],
    [
      'complains about a missing type before the size',
      { type: '', size: 20 * MB },
      'Apenas arquivos PDF são permitidos',
    ],
  ])('the upload for the analysis %s', (_case, file, description) => {
    expect(complaintAbout(file)?.description ?? null).toBe(description);
  });

  const refused = (status: number, body: unknown) => new RequestError(status, '', body);
  it.each([
    ['a 413', refused(413, { error: 'x' }), 'Arquivo muito grande', 'O arquivo deve ter no máximo 10MB'],
    [
      'a 400 about the file type',
      refused(400, { error: 'x', fields: { pdf: 'Apenas arquivos PDF são permitidos' } }),
      'Arquivo inválido',
      'Apenas arquivos PDF são permitidos',
    ],
    [
      'a 400 about a script',
      refused(400, { error: 'x', fields: { pdf: 'O PDF traz script ou ação automática' } }),
      'Arquivo inválido',
      'Apenas arquivos PDF são permitidos. O PDF traz script ou ação automática.',
    ],
    ['a 500', refused(500, null), 'Erro ao enviar PDF', 'Não foi possível fazer upload do arquivo'],
    [
      'no answer',
      new Error('no answer'),
      'Erro ao enviar PDF',
      'O ValeBank não respondeu. Verifique sua conexão e tente de novo.',
    ],
  ])('after an upload, %s shows its reason', (_case, error, title, description) => {
    expect(uploadFailure(error)).toEqual({ title, description });
  });
});

import { describe, expect, it } from 'vitest';
import { RequestError } from '../fetch.ts';
import { complaintAbout, sizeText, uploadFailure } from './document-file.ts';

describe('a document', () => {
  it('a document must be a non-empty PNG, JPEG or PDF of at most 10 MB', () => {
    for (const type of ['image/png', 'image/jpeg', 'application/pdf'])
      expect(complaintAbout({ type, size: 10 * 1024 * 1024 })).toBeNull();
    expect(complaintAbout({ type: 'image/gif', size: 10 })?.title).toBe('Arquivo inválido');
    expect(complaintAbout({ type: 'image/png', size: 0 })?.title).toBe('Arquivo inválido');
    expect(complaintAbout({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toEqual({
      title: 'Arquivo muito grande',
      description: 'O arquivo deve ter no máximo 10MB',
    });
  });

  it("a document's size is shown in kB or MB", () => {
    expect([900, 1536, 250_000, 2_340_000].map(sizeText)).toEqual(['0,9 kB', '1,5 kB', '250 kB', '2,3 MB']);
  });

  it('a refused document upload shows the reason', () => {
    const refused = (status: number, body: unknown) => uploadFailure(new RequestError(status, '', body));
    expect(refused(413, null).title).toBe('Arquivo muito grande');
    expect(refused(400, { error: 'x', fields: { file: 'Não é uma imagem' } })).toEqual({
      title: 'Arquivo inválido',
      description: 'Não é uma imagem',
    });
    expect(refused(502, { error: 'O provedor não respondeu.' })).toEqual({
      title: 'Erro ao enviar documento',
      description: 'O provedor não respondeu.',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { RequestError } from '../fetch.ts';
import { complaintAbout, isWhole, sidesOf, sizeText, uploadFailure } from './document-file.ts';

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

describe('the sides of an identity document', () => {
  const PDF = { type: 'application/pdf' };
  const PHOTO = { type: 'image/png' };

  it('front and back are wanted, and the back alone once the front was sent', () => {
    expect(sidesOf({ hasSides: false, status: 'NOT_SENT', fileCount: 0 })).toBeNull();
    expect(sidesOf({ hasSides: true, status: 'NOT_SENT', fileCount: 0 })).toEqual(['front', 'back']);
    expect(sidesOf({ hasSides: true, status: 'PENDING', fileCount: 1 })).toEqual(['back']);
    expect(sidesOf({ hasSides: true, status: 'REJECTED', fileCount: 2 })).toEqual(['front', 'back']);
  });

  it('photos are wanted of both sides, while one PDF may have both', () => {
    expect(isWhole(['front', 'back'], { front: PHOTO })).toBe(false);
    expect(isWhole(['front', 'back'], { back: PHOTO })).toBe(false);
    expect(isWhole(['front', 'back'], { front: PHOTO, back: PHOTO })).toBe(true);
    expect(isWhole(['front', 'back'], { front: PDF })).toBe(true);
    expect(isWhole(['back'], { back: PHOTO })).toBe(true);
  });
});

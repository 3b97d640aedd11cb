const SHA256 = /^[0-9a-f]{64}$/;

export function isOriginal(fileSha256: string, documentSha256: string): boolean {
  const [file, document] = [fileSha256.toLowerCase(), documentSha256.toLowerCase()];
  return SHA256.test(file) && file === document;
}

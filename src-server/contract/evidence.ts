/**
 * Who signed, how and from where: kept with the contract and printed on its last page. An electronic signature by means that
 * the parties accept (MP 2.200-2/2001, art. 10, § 2; Lei 14.063/2020, art. 4).
 */
export type Evidence = {
  signer: string;
  /** CPF or CNPJ with its mask. */
  document: string;
  signedAt: string;
  ip: string;
  device: string;
  userAgent: string;
  /** The address that received the code, when, and how many tries it took. */
  sentTo: string;
  codeSentAt: string;
  codeId: string;
  tries: number;
  contractId: string;
  /** SHA-256 of what the contract says, as canonical JSON. */
  contentSha256: string;
  textVersion: string;
  verificationCode: string;
};

/** Electronic signature accepted by the parties (MP 2.200-2/2001, art. 10, § 2; Lei 14.063/2020, art. 4). */
export type Evidence = {
  signer: string;
  /** CPF or CNPJ with mask. */
  document: string;
  signedAt: string;
  ip: string;
  device: string;
  userAgent: string;
  sentTo: string;
  codeSentAt: string;
  codeId: string;
  tries: number;
  contractId: string;
  /** Of the content's canonical JSON. */
  contentSha256: string;
  textVersion: string;
  verificationCode: string;
};
